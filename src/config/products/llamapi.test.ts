import { describe, expect, test } from 'vitest'
import { loadSettings, refusalOf, type SettingsWorld } from '../../../test/fakes/settings.ts'

const USUAL = '/etc/llamapi-server/config.toml'

const FILE = `
[server]
host = "0.0.0.0"
port = 9300
log_level = "debug"
request_queue_size = 40

[defaults]
temperature = 1.0
top_p = 0.9
top_k = 1
repeat_penalty = 1.2
frequency_penalty = 0.1
presence_penalty = 0.2
max_tokens = 1024
max_context_len = 4096
stop = ["</s>"]
enable_thinking = false

[[models]]
model_id = "Qwen3"
model_path = "/var/lib/llamapi/models/rkllm/rk3588/qwen3-4b"
instance_count = 2
request_queue_size = 5
[models.default_params]
temperature = 0.7
max_context_len = 8192

[[models]]
model_id = "bge-m3"
model_path = "bge"
`

const load = ({ flags = {}, env = {}, files = { [USUAL]: FILE } }: SettingsWorld) =>
  loadSettings({ flags: { '--contract': 'llamapi', ...flags }, env, files })
const reason = (world: SettingsWorld) => refusalOf(() => load(world))

test.each<[number, SettingsWorld]>([
  [48, { files: {} }],
  [48, { files: { [USUAL]: '[defaults]\ntop_k = 1' } }],
  [64, { flags: { '--contract': 'unified' }, files: {} }],
  [7, { files: { '/work/trivet.yaml': 'queue_capacity: 7' } }],
])('%i requests may wait for a model, with %j', (capacity, world) => {
  expect(load(world).queueCapacity).toBe(capacity)
})

describe("llamapi-server's config.toml", () => {
  test.each<[string, SettingsWorld]>([
    ['where its package puts it', {}],
    ['named by --config', { flags: { '--config': 'x.toml' }, files: { '/work/x.toml': FILE } }],
    ['named by TRIVET_CONFIG', { env: { TRIVET_CONFIG: '/x/y.TOML' }, files: { '/x/y.TOML': FILE } }],
  ])('is read %s, every setting of it', (_, world) => {
    expect(load(world)).toMatchObject({
      host: '0.0.0.0',
      port: 9300,
      logLevel: 'debug',
      queueCapacity: 40,
      placement: { contextTokens: 4096 },
      defaults: {
        temperature: 1,
        top_p: 0.9,
        top_k: 1,
        repeat_penalty: 1.2,
        frequency_penalty: 0.1,
        presence_penalty: 0.2,
        max_tokens: 1024,
        stop: ['</s>'],
        enable_thinking: false,
      },
      models: [
        {
          id: 'Qwen3',
          path: '/var/lib/llamapi/models/rkllm/rk3588/qwen3-4b',
          instances: 2,
          queueCapacity: 5,
          preload: true,
          defaults: { temperature: 0.7 },
          placement: { contextTokens: 8192 },
        },
        { id: 'bge-m3', preload: true, placement: { contextTokens: 4096 } },
      ],
    })
  })

  test('is below flags and variables, and over trivet.yaml', () => {
    const { host, port, logLevel, drainTimeoutMs } = load({
      flags: { '--port': '1' },
      env: { TRIVET_LOG_LEVEL: 'warn' },
      files: { [USUAL]: FILE, '/work/trivet.yaml': 'host: 10.0.0.1\ndrain_timeout: 3' },
    })
    expect([host, port, logLevel, drainTimeoutMs]).toEqual(['0.0.0.0', 1, 'warn', 3000])
  })

  test('is read by no other contract, and where trivet.yaml is named, not at all', () => {
    expect(load({ flags: { '--contract': 'unified' } }).host).toBe('127.0.0.1')
    const files = { [USUAL]: FILE, '/work/t.yaml': 'contract: llamapi' }
    expect(load({ flags: { '--config': 't.yaml' }, files }).port).toBe(9265)
  })

  test('may be missing where it usually is', () => {
    expect(load({ files: {} })).toMatchObject({ host: '127.0.0.1', port: 9265, models: [] })
  })

  test.each<[string, SettingsWorld]>([
    ['--config: there is no file /work/x.toml.', { flags: { '--config': 'x.toml' }, files: {} }],
    [
      "--config: /work/x.toml is in the format of LlamaPi's server, which only `--contract llamapi` reads.",
      { flags: { '--config': 'x.toml', '--contract': 'unified' }, files: { '/work/x.toml': FILE } },
    ],
    [`${USUAL}: server: must be a table.`, { files: { [USUAL]: 'server = 3' } }],
    [`${USUAL}: models: must be \`[[models]]\` tables.`, { files: { [USUAL]: '[models]\na = 1' } }],
    [
      `${USUAL}: server.prot: there is no such setting. Did you mean \`port\`?`,
      { files: { [USUAL]: '[server]\nprot = 1' } },
    ],
    [
      `${USUAL}: server.request_queue_size: must be at least 0, not -1.`,
      { files: { [USUAL]: '[server]\nrequest_queue_size = -1' } },
    ],
    [
      `${USUAL}: defaults.temperature: must be a number, not "hot".`,
      { files: { [USUAL]: '[defaults]\ntemperature = "hot"' } },
    ],
    [`${USUAL}: models.0.model_path: must be text.`, { files: { [USUAL]: '[[models]]\nmodel_id = "a"' } }],
    [
      `${USUAL}: models.0.default_params.max_context_len: must be at least 2, not 0.`,
      { files: { [USUAL]: '[[models]]\nmodel_path = "a"\n[models.default_params]\nmax_context_len = 0' } },
    ],
  ])('is complained of in its own words: %s', (words, world) => {
    expect(reason(world)).toBe(words)
  })

  test('that is no TOML stops the start', () => {
    expect(reason({ files: { [USUAL]: '[server' } })).toMatch(
      /^\/etc\/llamapi-server\/config\.toml: this is not TOML: /,
    )
  })
})
