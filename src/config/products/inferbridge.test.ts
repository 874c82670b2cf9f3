import { describe, expect, test } from 'vitest'
import { loadSettings } from '../../../test/fakes/settings.ts'

const load = (env: Readonly<Record<string, string>>, contract = 'inferbridge') =>
  loadSettings({ flags: { '--contract': contract }, env })

describe("InferBridge's environment, where Trivet stands in for it,", () => {
  test.each([
    ['OV_LLM_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['OV_LLM_PORT', '8123', { port: 8123 }],
    ['OV_LLM_MODELS_DIR', 'models/ov', { modelFolders: ['/work/models/ov'] }],
    [
      'OV_LLM_CORS_ORIGINS',
      'https://a.example, https://b.example',
      { corsOrigins: ['https://a.example', 'https://b.example'] },
    ],
    ['OV_LLM_MAX_REQUEST_BODY_MB', '8', { bodyLimitBytes: 8 * 1024 * 1024 }],
    ['OV_LLM_DEVICE', 'AUTO:GPU,CPU', { placement: expect.objectContaining({ compute: expect.anything() }) }],
  ])('%s=%s is heeded', (name, value, expected) => {
    expect(load({ [name]: value })).toMatchObject(expected)
  })

  test('says nothing to any other contract', () => {
    expect(load({ OV_LLM_PORT: '8123' }, 'unified').port).toBe(8420)
  })

  test('is below our own', () => {
    expect(load({ OV_LLM_PORT: '8123', TRIVET_PORT: '8124' }).port).toBe(8124)
  })

  test('takes for granted what InferBridge does', () => {
    expect(load({})).toMatchObject({ port: 8000, bodyLimitBytes: 40 * 1024 * 1024 })
  })

  test.each([
    ['OV_LLM_MOCK', '1'],
    ['OV_LLM_POTR', '1'],
  ])('%s=%s is complained of by name', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(name)
  })

  test.each([
    ['OV_LLM_PORT', 'eight', { port: 8000 }],
    ['OV_LLM_DEVICE', 'XPU', { placement: { compute: undefined } }],
  ])('%s=%s is passed over with a warning', (name, value, expected) => {
    expect(load({ [name]: value })).toMatchObject({ ...expected, warnings: [expect.stringContaining(name)] })
  })

  test('names a model to load at the start', () => {
    expect(load({ OV_LLM_MODEL: 'qwen' })).toMatchObject({ preload: ['qwen'], warnings: [] })
  })

  test('reads its keys elsewhere', () => {
    expect(load({ OV_LLM_API_KEY: '1' }).warnings).toEqual([])
  })

  test.each(['OV_LLM_CACHE_DIR', 'OV_LLM_MODELS_FILE', 'OV_LLM_AUTO_CONVERT', 'OV_LLM_LOADING_TIMEOUT_SECONDS'])(
    '%s is told to have no effect, unless it asks for nothing',
    (name) => {
      expect(load({ [name]: '1' }).warnings).toEqual([expect.stringContaining(`${name} has no effect`)])
      expect(load({ [name]: '0' }).warnings).toEqual([])
    },
  )
})
