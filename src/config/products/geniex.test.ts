import { expect, test } from 'vitest'
import { loadSettings } from '../../../test/fakes/settings.ts'

function load(env: Record<string, string>, flags: Record<string, string> = { '--contract': 'geniex' }, yaml?: string) {
  return loadSettings({ flags, env, ...(yaml !== undefined && { files: { '/work/trivet.yaml': yaml } }) })
}

const ALL = {
  GENIEX_HOST: '0.0.0.0:9000',
  GENIEX_ORIGINS: 'https://a.example',
  GENIEX_KEEPALIVE: '60',
  GENIEX_NCTX: '8192',
  GENIEX_NGL: '12',
  GENIEX_COMPUTE: 'NPU',
  GENIEX_LOG: 'trace',
}

test("GenieX's variables are read where this stands in for GenieX", () => {
  expect(load(ALL)).toMatchObject({
    host: '0.0.0.0',
    port: 9000,
    corsOrigins: ['https://a.example'],
    keepAliveMs: 60_000,
    logLevel: 'trace',
    placement: { contextTokens: 8192, gpuLayers: 12, compute: { take: 'first' } },
  })
  expect(load(ALL, {})).toMatchObject({ port: 8420, keepAliveMs: 300_000, placement: { contextTokens: undefined } })
})

test('pages of all sites may ask, unless somebody says otherwise', () => {
  const flags = { '--contract': 'geniex' }
  expect([load({}).corsOrigins, load({}, {}).corsOrigins]).toEqual([['*'], []])
  expect(load({}, flags, 'cors_origins: []\n').corsOrigins).toEqual([])
})

test.each([
  ['localhost:1', 'localhost', 1],
  [':5', '127.0.0.1', 5],
  ['[::1]:5', '::1', 5],
  ['example', 'example', 18181],
  ['', '127.0.0.1', 18181],
])('the host %j is %s and the port %i', (GENIEX_HOST, host, port) => {
  expect(load({ GENIEX_HOST })).toMatchObject({ host, port })
})

test('numbers below what can be mean what they mean there', () => {
  expect(load({ GENIEX_KEEPALIVE: '-1', GENIEX_NGL: '-5', GENIEX_NCTX: '0', GENIEX_LOG: 'NONE' })).toMatchObject({
    keepAliveMs: 0,
    logLevel: 'silent',
    placement: { gpuLayers: -1, contextTokens: undefined },
  })
})

test('they are below ours and over the file', () => {
  const yaml = 'context: 1000\nport: 1\nqueue_capacity: 7\n'
  const config = load({ GENIEX_NCTX: '2000', GENIEX_HOST: 'h:2', TRIVET_PORT: '3' }, { '--contract': 'geniex' }, yaml)
  expect(config).toMatchObject({ host: 'h', port: 3, queueCapacity: 7, placement: { contextTokens: 2000 } })
})

test.each([
  ['GENIEX_KEEPALIVE', 'soon'],
  ['GENIEX_HOST (port)', 'h:port'],
  ['GENIEX_HOST (host)', 'a b:1'],
  ['GENIEX_COMPUTE', 'tpu'],
  ['GENIEX_LOG', 'loud'],
])('%s=%s is refused by its own name', (name, value) => {
  const [variable = ''] = name.split(' ')
  expect(() => load({ [variable]: value })).toThrow(expect.objectContaining({ message: expect.stringContaining(name) }))
})
