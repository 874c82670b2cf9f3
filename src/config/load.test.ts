import { describe, expect, it } from 'vitest'
import { loadSettings, refusalOf, type SettingsWorld } from '../../test/fakes/settings.ts'

const reason = (world: SettingsWorld) => refusalOf(() => loadSettings(world))

const YAML = '/work/trivet.yaml'

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8420,
      contract: 'unified',
      auth: 'auto',
      allowedHosts: [],
      corsOrigins: [],
      trustedProxies: [],
      tls: null,
      keyFile: null,
      rates: { addressRequests: null, addressTokens: null, keyRequests: null, keyTokens: null },
      models: [],
      preload: [],
      warnings: [],
      modelFolders: [],
      modelStores: ['huggingface', 'geniex', 'llamapi', 'lmstudio', 'ollama'],
      placement: {},
      defaults: {},
      queueCapacity: 64,
      keepAliveMs: 300_000,
      memoryBudgetBytes: null,
      bodyLimitBytes: 67_108_864,
      logLevel: 'info',
      drainTimeoutMs: 30_000,
      streamHeartbeatMs: 15_000,
      engineHeartbeatMs: 30_000,
      grammarFolder: null,
      adapterFolder: null,
      media: { folders: [], hosts: [] },
      pullFromPrivate: false,
      keepsChats: true,
      chatBytes: 1_073_741_824,
      measuresFirstLoads: true,
      responses: { count: 10_000, ageMs: 2_592_000_000, bytes: 268_435_456 },
      keptRequests: 0,
      chip: null,
      sharing: null,
      upstreams: [],
      llamaCpp: { libraryPath: null },
      rkllm: { libraryPath: null, runtimeVersion: null },
      rknn2: { libraryPath: null },
      rknn3: { serverPath: null },
      qairt: { libraryPath: null, serverPath: null },
      openvino: { packagePath: null, serverPath: null },
      whisper: { libraryPath: null },
      onnx: { packagePath: null },
    })
  })

  it('reads what computes in any notation, and refuses what names nothing', () => {
    const placement = (compute: string) => loadSettings({ flags: { '--compute': compute } }).placement.compute
    expect(placement('AUTO:NPU,CPU')).toEqual({ take: 'first', units: [{ kind: 'npu' }, { kind: 'cpu' }] })
    expect(reason({ env: { TRIVET_COMPUTE: 'tpu' } })).toMatch(
      /^TRIVET_COMPUTE: must be cpu, gpu or npu.*, not "tpu"\.$/,
    )
  })

  it('takes the name of a chip that it knows', () => {
    expect(loadSettings({ env: { TRIVET_HARDWARE_CHIP: 'RK3588' } }).chip).toBe('RK3588')
    expect(reason({ files: { [YAML]: 'hardware: {chip: RK9}' } })).toMatch(
      /^\/work\/trivet\.yaml: hardware\.chip: must be one of RK3588, RK3576.*, not "RK9"\.$/,
    )
  })

  it('bounds what is kept of responses', () => {
    const world = {
      files: { [YAML]: 'responses: {max_count: 5, max_days: 0.5}' },
      env: { TRIVET_RESPONSES_MAX_BYTES: '1000' },
      flags: { '--responses-max-count': '7' },
    }
    expect(loadSettings(world).responses).toEqual({ count: 7, ageMs: 43_200_000, bytes: 1000 })
  })

  it.each<[string, SettingsWorld, number]>([
    ['the default', {}, 8420],
    ['the file', { files: { [YAML]: 'port: 1' } }, 1],
    ['the environment over the file', { files: { [YAML]: 'port: 1' }, env: { TRIVET_PORT: '2' } }, 2],
    ['a flag over both', { files: { [YAML]: 'port: 1' }, env: { TRIVET_PORT: '2' }, flags: { '--port': '3' } }, 3],
    ['a flag over the file', { files: { [YAML]: 'port: 1' }, flags: { '--port': '3' } }, 3],
    ['an empty variable is unset', { files: { [YAML]: 'port: 1' }, env: { TRIVET_PORT: '' } }, 1],
  ])('takes %s', (_, world, port) => {
    expect(loadSettings(world).port).toBe(port)
  })

  it.each<[string, SettingsWorld, string]>([
    ['--config', { flags: { '--config': 'a.yaml' }, env: { TRIVET_CONFIG: 'b.yaml' } }, 'a'],
    ['TRIVET_CONFIG', { env: { TRIVET_CONFIG: '/work/b.yaml', TRIVET_HOME: '/th' } }, 'b'],
    ['trivet.yaml in the working folder', { env: { TRIVET_HOME: '/th' } }, 'c'],
  ])('reads the file named by %s', (_, world, host) => {
    const files = {
      '/work/a.yaml': 'host: a',
      '/work/b.yaml': 'host: b',
      [YAML]: 'host: c',
      '/th/trivet.yaml': 'host: d',
    }
    expect(loadSettings({ ...world, files }).host).toBe(host)
  })

  it.each<[Record<string, string>, string]>([
    [{ TRIVET_HOME: '/th', XDG_CONFIG_HOME: '/xdg' }, '/th/trivet.yaml'],
    [{ XDG_CONFIG_HOME: '/xdg' }, '/xdg/trivet/trivet.yaml'],
    [{}, '/home/u/.config/trivet/trivet.yaml'],
  ])('with %j falls back to %s', (env, path) => {
    expect(loadSettings({ env, files: { [path]: 'host: found' } }).host).toBe('found')
  })

  it('reads models from each place, paths from where they were written', () => {
    const files = { '/etc/t.yaml': 'models: [{path: m/a.gguf}, {path: ~/b-00001-of-00002.gguf, id: org/b}]' }
    const fromFile = loadSettings({ flags: { '--config': '/etc/t.yaml' }, files }).models
    expect(fromFile.map(({ id, path }) => [id, path])).toEqual([
      ['a', '/etc/m/a.gguf'],
      ['org/b', '/home/u/b-00001-of-00002.gguf'],
    ])
    const fromEnv = loadSettings({ env: { TRIVET_MODELS: 'a.gguf,/m/b-00001-of-00002.gguf' }, files }).models
    expect(fromEnv.map(({ id, path }) => [id, path])).toEqual([
      ['a', '/work/a.gguf'],
      ['b', '/m/b-00001-of-00002.gguf'],
    ])
    const fromFlags = loadSettings({
      flags: { '--model': ['a.gguf=x/y:z', 'odd=name.gguf='] },
      env: { TRIVET_MODELS: 'c' },
    }).models
    expect(fromFlags.map(({ id, path }) => [id, path])).toEqual([
      ['x/y:z', '/work/a.gguf'],
      ['odd=name', '/work/odd=name.gguf'],
    ])
  })

  it("lets a model's own placement over the file's common one, and a flag or variable over both", () => {
    const files = { [YAML]: 'threads: 2\nslots: 3\nmodels: [{path: a, threads: 8, gpu_layers: -1}, {path: b}]' }
    expect(loadSettings({ files }).models.map((model) => model.placement)).toEqual([
      { threads: 8, slots: 3, gpuLayers: -1 },
      { threads: 2, slots: 3 },
    ])
    const env = { TRIVET_THREADS: '1' }
    const flags = { '--context': '512' }
    expect(loadSettings({ files, env, flags }).models.map((model) => model.placement)).toEqual([
      { threads: 1, slots: 3, gpuLayers: -1, contextTokens: 512 },
      { threads: 1, slots: 3, contextTokens: 512 },
    ])
  })

  it('takes an encoder of images or sounds for the one model that is named beside it', () => {
    const given = (models: readonly string[], mmproj: string) => ({ flags: { '--model': models, '--mmproj': mmproj } })
    const projector = (world: SettingsWorld) => loadSettings(world).models[0]?.placement.projector
    expect(projector(given(['a.gguf'], 'p.gguf'))).toBe('/work/p.gguf')
    expect(projector(given(['a.gguf'], 'none'))).toBeNull()
    const why = (...models: readonly string[]) => reason(given(models, 'p.gguf'))
    expect(why('a', 'b')).toBe('--mmproj: it is for the one model that is named beside it, and 2 models are.')
    expect(why()).toBe('--mmproj: it is for the one model that is named beside it, and no model is.')
  })

  it('reads switches: a bare flag, and true or false in a variable', () => {
    const deterministic = (world: SettingsWorld) => {
      return loadSettings({ files: { [YAML]: 'models: [{path: a}]' }, ...world }).models[0]?.placement.deterministic
    }
    expect(deterministic({})).toBeUndefined()
    expect(deterministic({ flags: { '--deterministic': true } })).toBe(true)
    expect(deterministic({ env: { TRIVET_DETERMINISTIC: 'false' } })).toBe(false)
    expect(() => loadSettings({ env: { TRIVET_DETERMINISTIC: 'maybe' } })).toThrow('TRIVET_DETERMINISTIC: must be')
  })

  it('names nested settings in every place', () => {
    const libraryPath = (world: SettingsWorld) => loadSettings(world).llamaCpp.libraryPath
    expect(libraryPath({ files: { [YAML]: 'llama_cpp: {library_path: lib}' } })).toBe('/work/lib')
    expect(libraryPath({ env: { TRIVET_LLAMA_CPP_LIBRARY_PATH: '/e' } })).toBe('/e')
    expect(libraryPath({ flags: { '--llama-cpp-library-path': '/f' } })).toBe('/f')
  })

  it.each<[SettingsWorld, string]>([
    [{ flags: { '--host': '999.1.1.1' } }, '--host: must be an address or the name of a host, not "999.1.1.1".'],
    [
      { files: { [YAML]: 'media_hosts: ["http://x"]' } },
      `${YAML}: media_hosts.0: must be a host such as images.example.com or *.example.com, no URL, not "http://x".`,
    ],
    [
      { files: { [YAML]: 'upstreams: [{ url: "ftp://x" }]' } },
      `${YAML}: upstreams.0.url: must be a URL that begins with http:// or https://, not "ftp://x".`,
    ],
    [{ flags: { '--port': 'abc' } }, '--port: must be a number, not "abc".'],
    [{ env: { TRIVET_PORT: '70000' } }, 'TRIVET_PORT: must be at most 65535, not 70000.'],
    [{ files: { [YAML]: 'port: 1.5' } }, `${YAML}: port: must be a whole number, not 1.5.`],
    [{ files: { [YAML]: 'prot: 1' } }, `${YAML}: prot: there is no such setting. Did you mean \`port\`?`],
    [
      { files: { [YAML]: 'llama_cpp: {libary_path: x}' } },
      `${YAML}: llama_cpp.libary_path: there is no such setting. Did you mean \`library_path\`?`,
    ],
    [
      { files: { [YAML]: 'models: [{path: a, contxt: 5}]' } },
      `${YAML}: models.0.contxt: there is no such setting. Did you mean \`context\`?`,
    ],
    [{ files: { [YAML]: 'models: [{id: a}]' } }, `${YAML}: models.0.path: must be text.`],
    [{ files: { [YAML]: 'models: a.gguf' } }, `${YAML}: models: must be a list, not "a.gguf".`],
    [{ env: { TRIVET_PROT: '1' } }, 'TRIVET_PROT: there is no such setting. Did you mean `TRIVET_PORT`?'],
    [{ env: { TRIVET_XYZZY: '1' } }, 'TRIVET_XYZZY: there is no such setting.'],
    [{ env: { TRIVET_NOPE: '1' } }, 'TRIVET_NOPE: there is no such setting.'],
    ...['http://box.lan', 'box.lan:8420', 'a b', '*.', 'a..b', '-a.example', 'a.*.example', 'a/b', ''].map(
      (host): [SettingsWorld, string] => [
        { files: { [YAML]: JSON.stringify({ allowed_hosts: [host] }) } },
        `${YAML}: allowed_hosts.0: must be a host such as box.lan or *.example.org, without a port, or *, not ${JSON.stringify(host)}.`,
      ],
    ),
    [
      { flags: { '--log-level': 'loud' } },
      '--log-level: must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
    [{ flags: { '--model': ['a.gguf', 'b/a.gguf'] } }, '--model: two models are called `a`; give one another id.'],
    [{ flags: { '--config': 'no.yaml' } }, '--config: there is no file /work/no.yaml.'],
    [{ env: { TRIVET_CONFIG: '/no.yaml' } }, 'TRIVET_CONFIG: there is no file /no.yaml.'],
    [{ files: { [YAML]: '- a' } }, `${YAML}: settings are \`key: value\` lines.`],
  ])('refuses %j', (world, message) => {
    expect(reason(world)).toBe(message)
  })

  it.each([
    ['port: !number 1', 'Unresolved tag: !number at line 1, column 7:'],
    ['host: *nobody', 'Unresolved alias (the anchor must be set before the alias): nobody.'],
    ['slots: &a [*a]', 'an alias stands for what it lies in.'],
    ['models: &m [{ id: a, path: *m }]', 'an alias stands for what it lies in.'],
    ['%YAML 3.0\n---\nport: 1', 'Unsupported YAML version 3.0 at line 1, column 7:'],
    ['port: 1\n---\nport: 2', expect.stringContaining('multiple documents')],
  ])('takes nothing for granted in %j', (text, problem) => {
    const [file, words] = reason({ files: { [YAML]: text } }).split(': this is not YAML: ')
    expect([file, words]).toEqual([YAML, problem])
  })

  it('names a key that is none', () => {
    expect(reason({ files: { [YAML]: '? {a: 1}\n: 2' } })).toBe(`${YAML}: { a: 1 }: there is no such setting.`)
  })

  it('says where a file stops being YAML', () => {
    expect(reason({ files: { [YAML]: 'host: "a' } })).toMatch(/^\/work\/trivet\.yaml: this is not YAML: .* at line 1/)
  })

  it('says everything that is wrong at once', () => {
    const world = { flags: { '--port': 'x' }, env: { TRIVET_HOSTT: 'y' }, files: { [YAML]: 'slots: 0' } }
    expect(reason(world).split('\n')).toEqual([
      'TRIVET_HOSTT: there is no such setting. Did you mean `TRIVET_HOST`?',
      '--port: must be a number, not "x".',
      `${YAML}: slots: must be at least 1, not 0.`,
    ])
  })
})

it('folders and stores of models: all stores when no model is named, none when some are, or those that are wished', () => {
  expect(loadSettings({}).modelStores).toEqual(['huggingface', 'geniex', 'llamapi', 'lmstudio', 'ollama'])
  expect(loadSettings({ flags: { '--model': ['a.gguf'] } }).modelStores).toEqual([])
  expect(loadSettings({ env: { TRIVET_MODEL_STORES: 'ollama,lmstudio' } }).modelStores).toEqual(['ollama', 'lmstudio'])
  expect(loadSettings({ flags: { '--model-stores': ['none'] } }).modelStores).toEqual([])
  expect(loadSettings({ flags: { '--model-folders': ['a', '/b'] } }).modelFolders).toEqual(['/work/a', '/b'])
  expect(() => loadSettings({ flags: { '--model-stores': ['nowhere'] } })).toThrow('--model-stores')
})

it.each([
  [{}, 8420],
  [{ flags: { '--contract': 'geniex' } }, 18181],
  [{ env: { TRIVET_CONTRACT: 'inferbridge' } }, 8000],
  [{ files: { [YAML]: 'contract: llamapi' } }, 9265],
  [{ flags: { '--contract': 'llamapi', '--port': '1' } }, 1],
])('the port is the usual one of the contract unless it is given: %j', (world, port) => {
  expect(loadSettings(world).port).toBe(port)
})
