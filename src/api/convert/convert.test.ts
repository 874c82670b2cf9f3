import { describe, expect, test } from 'vitest'
import { stillCatalogue } from '../../../test/fakes/catalogue.ts'
import { pulledModel } from '../../../test/fakes/puller.ts'
import { type FakeServer, fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'

const post = (server: FakeServer, url: string, payload: object) => server.app.inject({ method: 'POST', url, payload })

/** Never asked for an answer. */
async function* silent() {}

function making(warnings: readonly string[] = []): FakeServer {
  const server = fakeServer({ models: [{ id: 'org/tiny:Q8_0', reply: silent }] })
  server.converter.work = async ({ stage }) => {
    for (const name of ['converting', 'validating', 'publishing'] as const) stage(name)
    return { model: pulledModel('org/tiny:Q8_0', 100), warnings }
  }
  return server
}

describe('a conversion', () => {
  test('is a job, whose result tells what was made', async () => {
    const server = making(['It is tiny.'])
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', wait: true })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      kind: 'convert',
      subject: 'org/tiny:Q8_0',
      state: 'done',
      stage: 'publishing',
      result: { model: 'org/tiny:Q8_0', size_bytes: 100, warnings: ['It is tiny.'], loaded: false },
    })
    expect(server.converter.orders).toEqual([
      { folder: '/cache/org/tiny', id: 'org/tiny:Q8_0', type: 'Q8_0', imatrix: null, pure: false },
    ])
    await server.app.close()
  })

  test('answers at once unless asked to wait, and tells where to look', async () => {
    const server = making()
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny' })
    expect([answer.statusCode, answer.headers.location]).toEqual([202, `/v1/jobs/${answer.json().id}`])
    await server.app.close()
  })

  test("fails with its converter's words", async () => {
    const server = making()
    server.converter.work = async () => {
      throw new TrivetError('convert_failed', { source: '/m', reason: 'Rwkv is no architecture.' })
    }
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', wait: true })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'convert_failed'])
    await server.app.close()
  })

  test.each([
    [{}, { type: 'Q8_0', pure: false }],
    [{ type: 'q4_k' }, { type: 'Q4_K_M', pure: false }],
    [{ weight_format: 'fp16' }, { type: 'F16' }],
    [{ weight_format: 'int8', sym: true, group_size: 32 }, { type: 'Q8_0' }],
    [{ weight_format: 'int4' }, { type: 'Q4_K_M', pure: false }],
    [
      { weight_format: 'int4', sym: false, group_size: 32, ratio: 1 },
      { type: 'Q4_K_M', pure: true },
    ],
    [
      { weight_format: 'int4', sym: true, ratio: 1 },
      { type: 'Q4_0', pure: true },
    ],
  ])('%j is %j', async (fields, order) => {
    const server = making()
    await post(server, '/v1/models/convert', { model: 'org/tiny', ...fields })
    expect(server.converter.orders).toMatchObject([order])
    await server.app.close()
  })

  test.each([
    [{ weight_format: 'int4', group_size: 128 }, 'group_size'],
    [{ weight_format: 'int4', group_size: -1 }, 'group_size'],
    [{ weight_format: 'int4', ratio: 0.8 }, 'ratio'],
    [{ weight_format: 'int8', ratio: 1 }, 'ratio'],
    [{ weight_format: 'int8', sym: false }, 'sym'],
    [{ weight_format: 'fp16', group_size: 32 }, 'group_size'],
    [{ type: 'Q8_0', sym: true }, 'sym'],
    [{ type: 'Q8_0', weight_format: 'int8' }, 'weight_format'],
    [{ type: 'int4' }, 'type'],
    [{ type: 'F16', imatrix: '/im.gguf' }, 'imatrix'],
    [{ format: 'openvino', type: 'Q8_0' }, 'type'],
    [{ device: 'GPU' }, 'device'],
    [{ id: '../up' }, 'id'],
  ])('%j is refused by name', async (fields, param) => {
    const server = making()
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', ...fields })
    expect([answer.statusCode, answer.json().error.param]).toEqual([400, param])
    expect(server.converter.orders).toEqual([])
    await server.app.close()
  })

  test('to OpenVINO gets its fields as they are', async () => {
    const server = making()
    const fields = { weight_format: 'int4', group_size: 128, ratio: 0.8, sym: true, trust_remote_code: true }
    await post(server, '/v1/models/convert', { model: 'org/tiny', format: 'openvino', ...fields })
    expect(server.converter.orders).toEqual([
      {
        ...{ folder: '/cache/org/tiny', id: 'org/tiny:INT4', weightFormat: 'int4' },
        ...{ groupSize: 128, ratio: 0.8, sym: true, trustRemoteCode: true },
      },
    ])
    await server.app.close()
  })

  test('to GGUF runs no code of the model, and says so where it was allowed to', async () => {
    const server = making()
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', trust_remote_code: true })
    expect(answer.headers['x-trivet-warnings']).toContain('trust_remote_code')
    await server.app.close()
  })

  test('fetches first what is not here, and drops it once it is converted', async () => {
    const server = making()
    server.converter.sources = { ...server.converter.sources, folder: async (name) => ({ path: null, name }) }
    let dropped = 0
    server.puller.snapshot = async () => ({
      folder: '/snapshot',
      discard: async () => {
        dropped += 1
      },
      leave: async () => {},
    })
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', wait: true })
    expect(answer.json()).toMatchObject({ state: 'done', pausable: true })
    expect(server.converter.orders).toMatchObject([{ folder: '/snapshot', id: 'org/tiny:Q8_0' }])
    expect(dropped).toBe(1)
    await server.app.close()
  })

  test('of a registered id is what it was registered as, unless the request says otherwise', async () => {
    const server = making()
    const registration = { model_id: 'mine', name: 'Mine', source_model: 'org/tiny', weight_format: 'fp16' }
    await post(server, '/v1/models/register', registration)
    await post(server, '/v1/models/convert', { model: 'mine' })
    await post(server, '/v1/models/convert', { model: 'mine', type: 'Q4_0', id: 'other' })
    expect(server.converter.orders).toMatchObject([
      { folder: '/cache/org/tiny', id: 'mine', type: 'F16' },
      { folder: '/cache/org/tiny', id: 'other', type: 'Q4_0' },
    ])
    await server.app.close()
  })

  test('may be loaded afterwards', async () => {
    const server = making()
    const answer = await post(server, '/v1/models/convert', { model: 'org/tiny', load_after: true, wait: true })
    expect(answer.json().result).toMatchObject({ loaded: true })
    await server.app.close()
  })
})

describe('a quantization', () => {
  const quantize = (server: FakeServer, fields: object) => post(server, '/v1/models/quantize', fields)

  test('is of a model that is here, by its id', async () => {
    const catalogue = stillCatalogue([pulledModel('org/tiny:F16')])
    const server = fakeServer({ models: [], catalogue })
    await quantize(server, { model: 'org/tiny:F16', type: 'IQ2_XXS', imatrix: '/im.gguf', keep_output: true })
    expect(server.converter.orders).toEqual([
      {
        ...{ input: '/store/org/tiny:F16', id: 'org/tiny:IQ2_XXS', source: 'org/tiny:F16', type: 'IQ2_XXS' },
        ...{ imatrix: '/im.gguf', allowRequantize: false, pure: false, keepOutput: true },
      },
    ])
    await server.app.close()
  })

  test('of a file is called after it', async () => {
    const server = making()
    await quantize(server, { model: '/models/Qwen3-1.7B-F16-00001-of-00002.gguf', type: 'Q4_K_M' })
    expect(server.converter.orders).toMatchObject([{ id: 'Qwen3-1.7B:Q4_K_M' }])
    await server.app.close()
  })

  test('of a model that is not here, or to a type that is none, is refused', async () => {
    const server = making()
    const missing = await quantize(server, { model: 'nobody', type: 'Q4_0' })
    expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'model_not_found'])
    const unknown = await quantize(server, { model: '/m.gguf', type: 'Q9' })
    expect([unknown.statusCode, unknown.json().error.param]).toEqual([400, 'type'])
    await server.app.close()
  })
})
