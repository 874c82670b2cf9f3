import { describe, expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { listen } from '../../../test/fakes/listening.ts'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { readCompute } from '../../core/compute/read.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Placement } from '../../core/placement.ts'
import { loadSchema } from './load-schema.ts'

const M = 'org/fake:Q4_K_M'

/** Files are found by any name but this one. */
function known(name: string, param?: string): string {
  if (name !== 'nobody') return `/models/${name}`
  throw new TrivetError('invalid_value', { reason: 'It is nobody.' }, param)
}

/** Every field of a load that may be null, but for what it is asked of and how it is answered. */
const NULLABLE = Object.entries(loadSchema.shape)
  .filter(([, field]) => field.safeParse(null).success)
  .map(([name]) => name)
  .filter((name) => !['model', 'model_id', 'model_path', 'wait', 'stream', 'dry_run'].includes(name))

const PLACEMENT_KEYS: readonly (keyof Placement)[] = [
  ...(['contextTokens', 'gpuLayers', 'compute', 'slots', 'threads', 'deterministic', 'kvType'] as const),
  ...(['flashAttention', 'loadMode', 'pooling', 'splitMode', 'mainGpu', 'tensorSplit'] as const),
  ...(['draftModel', 'projector'] as const),
]

function server(openFailure?: TrivetError, model: Partial<FakeModel> = {}) {
  const models = [
    { id: M, reply: says('Hello'), ...(openFailure && { openFailure }), ...model },
    { id: 'draft', reply: says('He') },
  ]
  const { app, scheduler } = fakeServer({ models, files: { adapter: known, draft: known } })
  const post = (verb: string, payload: object) => app.inject({ method: 'POST', url: `/v1/models/${verb}`, payload })
  return { app, scheduler, post }
}

describe('loading', () => {
  test("as InferBridge's clients ask for it", async () => {
    const { post, scheduler } = server()
    const response = await post('load', { model: M, device: 'CPU', draft_model: 'draft' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ success: true, status: 'loaded', message: `model '${M}' loaded` })
    expect(response.json().model).toMatchObject({ id: M, state: 'ready' })
    expect(scheduler.orders).toMatchObject([
      { id: M, placement: { compute: { units: [{ kind: 'cpu' }] }, draftModel: '/models/draft' } },
    ])
  })

  test.each([
    ['none', null],
    ['eye.gguf', '/models/eye.gguf'],
  ])('with the encoder %j', async (mmproj, projector) => {
    const { post, scheduler } = server()
    expect((await post('load', { model: M, mmproj })).statusCode).toBe(200)
    expect(scheduler.orders).toMatchObject([{ id: M, placement: { projector } }])
  })

  test("as LlamaPi's clients ask for it, partial success told truly", async () => {
    const { post, scheduler } = server()
    const body = {
      model_id: M,
      model_path: '/models/m.gguf',
      instance_count: 3,
      request_queue_size: 5,
      lora: 'a.gguf',
      default_params: { temperature: 0.5, max_tokens: 7, max_context_len: 512, stop: ['END'] },
    }
    const response = await post('load', body)
    expect(response.json()).toMatchObject({
      success: true,
      message: `model '${M}' partially loaded`,
      requested_instance_count: 3,
      actual_instance_count: 1,
      failures: ['no room', 'no room'],
      ignored: [],
    })
    expect(scheduler.orders).toEqual([
      {
        id: M,
        path: '/models/m.gguf',
        placement: { contextTokens: 512 },
        instances: 3,
        queueCapacity: 5,
        keepAliveMs: undefined,
        adapters: [{ path: '/models/a.gguf', scale: 1 }],
        defaults: { temperature: 0.5, max_tokens: 7, stop: ['END'] },
      },
    ])
  })

  test('with every setting, and nothing said of what was not asked for', async () => {
    const { post, scheduler } = server()
    const placement = { nctx: 100, ngl: 3, slots: 2, threads: 1, kv_type: 'q8_0', flash_attention: 'on' }
    await post('load', {
      model: M,
      ...placement,
      load_mode: 'read',
      main_gpu: 1,
      tensor_split: [1, 2],
      keep_alive: '5m',
    })
    await post('load', { model: M })
    await post('load', { model: M, context: 200 })
    expect(scheduler.orders.map(({ placement, keepAliveMs }) => ({ placement, keepAliveMs }))).toEqual([
      {
        placement: {
          contextTokens: 100,
          gpuLayers: 3,
          slots: 2,
          threads: 1,
          kvType: 'q8_0',
          flashAttention: 'on',
          loadMode: 'read',
          mainGpu: 1,
          tensorSplit: [1, 2],
        },
        keepAliveMs: 300_000,
      },
      { placement: undefined, keepAliveMs: undefined },
      { placement: { contextTokens: 200 }, keepAliveMs: undefined },
    ])
  })

  test('a draft and an adapter are taken away by `none`, and kept by saying nothing', async () => {
    const { post, scheduler } = server()
    await post('load', { model: M, draft_model: 'auto' })
    await post('load', { model: M, draft_model: 'none', lora: 'none' })
    expect(scheduler.orders.map(({ placement, adapters }) => ({ placement, adapters }))).toEqual([
      { placement: { draftModel: `/models/draft of ${M}` }, adapters: undefined },
      { placement: { draftModel: null }, adapters: [] },
    ])
  })

  test('with null for every field: all as configured', async () => {
    const { post, scheduler } = server()
    const unset = Object.fromEntries(NULLABLE.map((field) => [field, null]))
    expect((await post('load', { model: M, ...unset })).statusCode).toBe(200)
    const nothing = { path: undefined, placement: undefined }
    const numbers = { instances: null, queueCapacity: null, keepAliveMs: null }
    expect(scheduler.orders).toEqual([
      { id: M, ...nothing, reset: PLACEMENT_KEYS, ...numbers, adapters: [], defaults: null },
    ])
  })

  test('with null in one of two names: what the other says', async () => {
    const { post, scheduler } = server()
    await post('load', { model: M, nctx: null, context: 200, device: null })
    expect(scheduler.orders).toMatchObject([{ placement: { contextTokens: 200 }, reset: ['compute'] }])
  })

  test.each([
    ['the first', { kv_type: 'q8_0' }, 400, 'load_refused', 'kv_type'],
    ['the other', { deterministic: true }, 400, 'load_refused', 'deterministic'],
    ['both', { kv_type: 'q8_0', deterministic: true }, 400, 'load_refused', 'kv_type'],
    ['neither', { slots: 1 }, 500, 'model_load_failed', null],
    ['neither, in so many words', { kv_type: null }, 500, 'model_load_failed', null],
  ])('of two settings that rule each other out, %s is blamed', async (_, fields, status, code, param) => {
    const details = { model: M, reason: 'they do not go together.', against: 'deterministic' }
    const { post } = server(new TrivetError('load_refused', details, 'kv_type'))
    const response = await post('load', { model: M, ...fields })
    expect([response.statusCode, response.json().error]).toEqual([
      status,
      expect.objectContaining({ code, param, message: expect.stringContaining('they do not go together.') }),
    ])
  })

  test.each([
    ['GPU', 'gpu'],
    ['AUTO', 'auto'],
    ['AUTO:GPU,CPU', 'gpu,cpu'],
    ['HETERO:GPU,CPU', 'hetero:gpu,cpu'],
  ])("on OpenVINO's device %s", async (device, compute) => {
    const { post, scheduler } = server()
    await post('load', { model: M, device })
    expect(scheduler.orders[0]?.placement).toEqual({ compute: readCompute(compute, '') })
  })

  test('whichever name a setting has in the request is the one that is blamed', async () => {
    const { post } = server(new TrivetError('load_refused', { model: M, reason: 'it has no NPU.' }, 'compute'))
    const blamed = async (fields: object) => (await post('load', { model: M, ...fields })).json().error.param
    expect(await blamed({ device: 'NPU' })).toBe('device')
    expect(await blamed({ compute: 'npu', device: 'CPU' })).toBe('compute')
  })

  test('without waiting: the job, which has the report in the end', async () => {
    const { app, post } = server()
    const response = await post('load', { model: M, wait: false })
    expect(response.statusCode).toBe(202)
    expect(response.json()).toMatchObject({ object: 'job', kind: 'load', subject: M })
    await settled()
    const job = (await app.inject(`/v1/jobs/${response.json().id}`)).json()
    expect(job).toMatchObject({ state: 'done', result: { success: true, actual_instance_count: 1 } })
  })

  test('that fails says why', async () => {
    const { post } = server(new TrivetError('model_load_failed', { model: M, reason: 'cut short' }))
    const response = await post('load', { model: M })
    expect(response.statusCode).toBe(500)
    expect(response.json().error).toMatchObject({ code: 'model_load_failed' })
  })

  test.each<[string, object, string, string]>([
    ['no model', {}, 'missing_field', 'model'],
    ['an unknown model', { model: 'nobody' }, 'model_not_found', 'model'],
    ['a draft that may not be named', { model: M, draft_model: 'nobody' }, 'invalid_value', 'draft_model'],
    ['an adapter that may not be named', { model: M, lora: 'nobody' }, 'invalid_value', 'lora'],
    ['no instances', { model: M, instance_count: 0 }, 'invalid_value', 'instance_count'],
    ['a relative path', { model_id: M, model_path: 'm.gguf' }, 'invalid_value', 'model_path'],
    ['an id that leads elsewhere', { model_id: '../x', model_path: '/m.gguf' }, 'invalid_value', 'model_id'],
    ['a queue of less than nothing', { model: M, request_queue_size: -1 }, 'invalid_value', 'request_queue_size'],
    ['nonsense for a type', { model: M, kv_type: 'q9' }, 'invalid_value', 'kv_type'],
    [
      'a default that no request may have',
      { model: M, default_params: { temperature: 9 } },
      'invalid_value',
      'default_params.temperature',
    ],
    ['nonsense to keep alive', { model: M, keep_alive: 'soon' }, 'invalid_value', 'keep_alive'],
  ])('refuses %s', async (_, body, code, param) => {
    const { post } = server()
    const { error } = (await post('load', body)).json()
    expect([error.code, error.param]).toEqual([code, param])
  })

  test('names fields that have no effect', async () => {
    const { post } = server()
    const response = await post('load', { model: M, precision: 'int4', default_params: { num_ctx: 5 } })
    expect(response.headers['x-trivet-warnings']).toMatch(
      /precision.*default_params\.num_ctx|default_params\.num_ctx.*precision/,
    )
  })

  describe('names settings that have no effect on this model', () => {
    const FIELDS = { kv_type: 'q8_0', context: 200, slots: null, pooling: 'mean', mmproj: 'eye.gguf', lora: 'a.gguf' }
    const DEFAULTS = { temperature: 0.5, top_p: null, max_context_len: 512 }
    const asked = { model: M, ...FIELDS, default_params: DEFAULTS }

    test.each<[string, Partial<FakeModel>, readonly string[]]>([
      ['that has them all', {}, []],
      [
        'whose engine has none of them',
        { unheeded: ['kvType', 'contextTokens', 'slots', 'pooling'] },
        ['kv_type', 'context', 'pooling'],
      ],
      ['that writes nothing', { capabilities: { generate: false } }, ['mmproj', 'lora', 'default_params.temperature']],
    ])('%s', async (_, model, ignored) => {
      const { app, post } = server(undefined, model)
      const response = await post('load', asked)
      expect(response.json().ignored).toEqual(ignored)
      expect(response.headers['x-trivet-warnings']).toBe(
        ignored.length > 0 ? `ignored: ${ignored.join(', ')}` : undefined,
      )
      const { id } = (await post('load', { ...asked, wait: false })).json()
      await settled()
      expect((await app.inject(`/v1/jobs/${id}`)).json()).toMatchObject({ result: { ignored } })
    })

    test('nor `none`, which asks for nothing', async () => {
      const { post } = server(undefined, { capabilities: { generate: false } })
      const response = await post('load', { model: M, mmproj: 'none', lora: 'none' })
      expect(response.json().ignored).toEqual([])
    })

    test('before it is loaded, as far as its engine tells', async () => {
      const { post } = server(undefined, { unheeded: ['kvType'] })
      const response = await post('load', { ...asked, dry_run: true })
      expect(response.headers['x-trivet-warnings']).toBe('ignored: kv_type')
    })
  })

  test('as a dry run: the plan, and nothing done', async () => {
    const { post, scheduler } = server()
    const response = await post('load', { model: M, dry_run: true, instance_count: 2 })
    expect(response.json()).toMatchObject({
      object: 'load_plan',
      model: M,
      fits: true,
      evicts: ['other'],
      waits: false,
      instance_count: 2,
      context: 1000,
      memory: {
        total_bytes: 700,
        devices: [{ device: 'CPU', weights_bytes: 400, kv_cache_bytes: 200, compute_bytes: 50, runtime_bytes: 50 }],
      },
      needed_bytes: 1400,
      free_bytes: 1000,
      accelerators: [{ device: 'CUDA0', needed_bytes: 600, free_bytes: null }],
    })
    expect(scheduler.orders).toEqual([])
  })
})

describe('resizing', () => {
  test('tells how many there are', async () => {
    const { post } = server()
    const response = await post('resize', { model_id: M, instance_count: 2 })
    expect(response.json()).toMatchObject({
      message: `model '${M}' partially resized`,
      requested_instance_count: 2,
      actual_instance_count: 1,
    })
  })

  test('needs a number', async () => {
    const { post } = server()
    expect((await post('resize', { model_id: M })).json().error).toMatchObject({ param: 'instance_count' })
  })
})

test('unloading lets requests finish, or gives them so long', async () => {
  const { post, scheduler } = server()
  const response = await post('unload', { model: M })
  expect(response.json()).toEqual({ success: true, message: `model '${M}' unloaded`, status: 'unloaded', model: M })
  await post('unload', { model_id: M, timeout: 1.5 })
  expect(scheduler.unloaded).toEqual([
    { id: M, deadlineMs: undefined },
    { id: M, deadlineMs: 1_500 },
  ])
})

test('the settings and the memory of a model are told', async () => {
  const { app } = server()
  expect((await app.inject(`/v1/models/${M}`)).json()).toMatchObject({
    instance_count: 1,
    instances: [{ state: 'ready', running: 0 }],
    expires_at: null,
    settings: { context: 1000, instance_count: 1, request_queue_size: 4, keep_alive: -1, default_params: {} },
    memory: { total_bytes: 700 },
  })
})

test('events tell every model, then those that change', async () => {
  const { port, scheduler } = await listen([
    { id: M, reply: says('Hello') },
    { id: 'draft', reply: says('He') },
  ])
  const response = await fetch(`http://127.0.0.1:${port}/v1/models/events`)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  const until = async (events: number) => {
    while ((read.match(/^data: /gm) ?? []).length < events) read += (await reader?.read())?.value ?? ''
  }
  await until(2)
  scheduler.tell(M)
  await until(3)
  const ids = Array.from(read.matchAll(/^data: (.+)$/gm), ([, data]) => JSON.parse(data ?? '').model.id)
  expect(ids).toEqual([M, 'draft', M])
  expect(read).toMatch(/^event: model\.state$/m)
})
