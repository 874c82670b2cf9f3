import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { SETTING_KEYS } from './keys.ts'
import { loadConfig } from './load.ts'
import { settingsSchema, settingsShape } from './schema.ts'
import { valueAt } from './tree.ts'

const EXAMPLE = readFileSync(new URL('../../docs/trivet.yaml', import.meta.url), 'utf8')
const DOCUMENT: unknown = parse(EXAMPLE)

it('the example file has every setting', () => {
  expect(SETTING_KEYS.filter((key) => valueAt(DOCUMENT, key.path) === undefined)).toEqual([])
  const ofModel = Object.keys(settingsShape.properties?.models?.items?.properties ?? {})
  expect(ofModel.toSorted()).toEqual([
    'chat_template',
    'compute',
    'context',
    'defaults',
    'deterministic',
    'draft_model',
    'flash_attention',
    'gpu_layers',
    'id',
    'instances',
    'keep_alive',
    'kv_type',
    'load_mode',
    'main_gpu',
    'mmproj',
    'path',
    'platform',
    'pooling',
    'preload',
    'queue_capacity',
    'slots',
    'split_mode',
    'tensor_split',
    'threads',
    'with_upstreams',
  ])
  const shown = (key: string) => [0, 1].some((model) => valueAt(DOCUMENT, ['models', model, key]) !== undefined)
  expect(ofModel.filter((key) => !shown(key))).toEqual([])
})

it('the example file shows the defaults', () => {
  const { models: _, ...defaults } = settingsSchema.parse({})
  expect(DOCUMENT).toMatchObject(defaults)
})

it('the example file is accepted', () => {
  const config = loadConfig({
    flags: { '--config': '/etc/trivet.yaml' },
    env: {},
    cwd: '/',
    readFile: (path) => (path === '/etc/trivet.yaml' ? EXAMPLE : null),
  })
  expect(config.models).toEqual([
    {
      id: 'trivet/demo',
      path: '/etc/models/demo.gguf',
      chatTemplatePath: '/etc/templates/demo.jinja',
      keepAliveMs: Number.POSITIVE_INFINITY,
      instances: 1,
      withUpstreams: false,
      queueCapacity: 64,
      preload: true,
      platform: 'llama_cpp',
      defaults: { temperature: 0.7 },
      placement: {
        contextTokens: 4096,
        slots: 4,
        threads: 2,
        gpuLayers: -1,
        compute: { take: 'first', units: [] },
        deterministic: false,
        kvType: 'f16',
        flashAttention: 'auto',
        loadMode: 'auto',
        splitMode: 'layer',
        mainGpu: 0,
        projector: null,
        tensorSplit: [1],
        draftModel: '/etc/models/demo-draft.gguf',
      },
    },
    expect.objectContaining({ id: 'demo-embed', placement: expect.objectContaining({ pooling: 'mean' }) }),
  ])
})
