import { describe, expect, test } from 'vitest'
import { settled } from '../../../../test/fakes/clock.ts'
import { pulledModel } from '../../../../test/fakes/puller.ts'
import { MemoryRecords } from '../../../../test/fakes/records.ts'
import { says, tokenizes } from '../../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../../test/fakes/server.ts'
import { TrivetError } from '../../../core/errors.ts'

interface Setting {
  readonly failure?: TrivetError
  readonly switchFailure?: TrivetError
  readonly records?: MemoryRecords
  /** Loads wait for this. */
  readonly opening?: Promise<void>
}

const WISH = { model_id: 'mine', name: 'Mine', source_model: 'org/mine', max_output_tokens: 256 }

function server({ failure, switchFailure, records, opening }: Setting = {}) {
  const reply = says('Hello')
  const models = [
    {
      id: 'here',
      reply,
      other: tokenizes,
      state: 'stopped' as const,
      ...(failure && { openFailure: failure }),
      ...(opening && { opening }),
    },
    { id: 'loaded', reply, other: tokenizes, ...(switchFailure && { openFailure: switchFailure }) },
  ]
  const fake = fakeServer({ models, ...(records && { records }) })
  const post = (verb: string, payload: object) =>
    fake.app.inject({ method: 'POST', url: `/inferbridge/v1/models/${verb}`, payload })
  const get = async (path: string) => (await fake.app.inject(`/inferbridge${path}`)).json()
  const row = async (id: string) =>
    (await get('/v1/system/status')).models.available.find((each: { id: string }) => each.id === id)
  return { ...fake, post, get, row }
}

test('the list has the whole catalogue, with what state each is in', async () => {
  const { data } = await server().get('/v1/models')
  const byId = new Map(data.map((model: { id: string }) => [model.id, model]))
  expect(byId.get('here')).toEqual({
    id: 'here',
    object: 'model',
    created: 1_700_000_000,
    owned_by: 'openvino',
    name: 'here',
    description: expect.any(String),
    status: 'ready_to_load',
  })
  expect(byId.get('loaded')).toMatchObject({ status: 'loaded' })
  expect(byId.get('qwen3-0.6b')).toMatchObject({ name: 'Qwen3 0.6B', status: 'not_downloaded' })
})

describe('loading', () => {
  test('is answered at once, and done by a job', async () => {
    const { post, scheduler } = server()
    const answer = await post('load', { model: 'here', device: ' cpu ' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'loading', model: expect.objectContaining({ id: 'here', is_loading: true }) }),
    ])
    expect(answer.json().model.progress).toMatchObject({ operation_type: 'load', phase: 'loading' })
    await settled()
    expect(scheduler.orders).toMatchObject([{ id: 'here', placement: { compute: { units: [{ kind: 'cpu' }] } } }])
  })

  test('the device that was asked for is told, and a switch that fails leaves the model as it was', async () => {
    const { post, row } = server({
      switchFailure: new TrivetError('model_load_failed', { model: 'loaded', reason: 'no room' }),
    })
    await post('load', { model: 'loaded', device: 'CPU' })
    await settled()
    const kept = await row('loaded')
    expect(kept).toMatchObject({
      status: 'loaded',
      device: 'AUTO',
      error: null,
      progress: { phase: 'ready', message: expect.stringContaining('no room') },
    })
    expect(kept.recovery).toBeUndefined()
    const again = server()
    await again.post('load', { model: 'loaded', device: 'cpu' })
    await settled()
    const told = (await again.post('load', { model: 'loaded', device: 'CPU' })).json()
    expect([told.status, told.model.device]).toEqual(['loaded', 'CPU'])
    expect(again.scheduler.orders).toHaveLength(1)
  })

  test.each(['NPU', 'GPU.0', 'AUTO:NPU,CPU', 'HETERO:GPU,CPU'])(
    'on %s, which is not here, begins all the same, and polling it ends in an error that says so',
    async (device) => {
      const { post, row, scheduler } = server()
      const answer = await post('load', { model: 'here', device })
      expect([answer.statusCode, answer.json().status]).toEqual([200, 'loading'])
      await settled()
      expect(await row('here')).toMatchObject({
        status: 'error',
        is_loaded: false,
        is_loading: false,
        error: expect.stringMatching(/(NPU|GPU|GPU\.0) is not here\. Here: CPU\./),
        recovery: { failed_stage: 'load' },
      })
      expect(scheduler.orders).toEqual([])
    },
  )

  test('what a client has loaded stays until it is unloaded', async () => {
    const { post, scheduler } = server()
    await post('load', { model: 'here' })
    await settled()
    expect(scheduler.orders).toMatchObject([{ id: 'here', keepAliveMs: Number.POSITIVE_INFINITY }])
  })

  test('that is cancelled ends so, and the row says that it can be tried again', async () => {
    const { post, row } = server({ opening: new Promise(() => {}) })
    const { model } = (await post('load', { model: 'here' })).json()
    const { operation_id } = model.progress
    const cancelled = await post('cancel', { model: 'here', operation_id })
    expect([cancelled.statusCode, cancelled.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'cancelled', operation_type: 'load', cancel_mode: 'preparation' }),
    ])
    expect(await row('here')).toMatchObject({
      status: 'cancelled',
      is_loaded: false,
      is_loading: false,
      can_load: true,
      progress: { phase: 'cancelled', operation_id },
      recovery: { terminal_state: 'cancelled', actions: { retry_failed_stage: true } },
    })
    const { recovery_id } = (await row('here')).recovery
    const again = await post('recovery/action', { model: 'here', recovery_id, action: 'retry_failed_stage' })
    expect(again.json()).toMatchObject({ status: 'started', started_action: 'retry_load' })
  })

  test('is answered with all that is known of the model', async () => {
    const { model } = (await server().post('load', { model: 'here' })).json()
    expect(model).toMatchObject({
      advisor: { compatibility: 'compatible' },
      huggingface_access: { access_type: 'local', model_url: null },
      is_gated: false,
    })
  })

  test('what is loaded already is told so', async () => {
    const answer = await server().post('load', { model: 'loaded' })
    expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ status: 'loaded' })])
  })

  test.each([
    [{ model: 'nobody' }, 404],
    [{ model: 'here', device: 'XPU' }, 400],
    [{ model: 'here', device: '' }, 400],
    [{ model: 'here', device: 'MULTI' }, 400],
    [{ model: 'here', draft_model: 'here' }, 400],
    [{ model: 'here', draft_model: 'qwen3-0.6b' }, 400],
    [{ model: 'qwen3-0.6b' }, 409],
    [{}, 422],
  ])('%j is a %i', async (body, status) => {
    expect((await server().post('load', body)).statusCode).toBe(status)
  })
})

test.each([
  [{ model: 'loaded' }, 200],
  [{ model: 'here' }, 409],
  [{ model: 'nobody' }, 404],
])('unloading %j is a %i', async (body, status) => {
  expect((await server().post('unload', body)).statusCode).toBe(status)
})

test.each([
  ['qwen3-0.6b', 200, expect.objectContaining({ status: 'noop', freed_gb: 0 })],
  ['loaded', 409, { detail: expect.any(String) }],
  ['here', 400, { detail: expect.any(String) }],
  ['nobody', 404, { detail: "Unknown model 'nobody'" }],
])('deleting %s is a %i', async (model, status, body) => {
  const answer = await server().post('delete', { model })
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

describe('registering', () => {
  test('adds to the catalogue, once', async () => {
    const { post, get } = server()
    const answer = await post('register', WISH)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'registered', model: expect.objectContaining({ status: 'not_downloaded' }) }),
    ])
    const { data } = await get('/v1/models')
    expect(data.map(({ id }: { id: string }) => id)).toContain('mine')
    const again = await post('register', WISH)
    expect([again.statusCode, again.json().detail]).toEqual([400, expect.stringContaining('already registered')])
  })

  test.each([
    [{ model_id: '../x' }, 'model_id'],
    [{ max_output_tokens: 4096 }, 'max_output_tokens'],
    [{ backend: 'openvino-embeddings' }, 'max_output_tokens'],
    [{ recommended_device: 'TPU' }, 'recommended_device'],
    [{ max_context_len: 1 }, 'max_context_len'],
    [{ weight_format: 'int2' }, 'weight_format'],
  ])('%j is a 422 about %s', async (fields, field) => {
    const answer = await server().post('register', { ...WISH, ...fields })
    expect([answer.statusCode, answer.json().detail[0].loc]).toEqual([422, ['body', field]])
  })
})

describe('fetching', () => {
  test('goes through its states, and what is under way can be cancelled by its id', async () => {
    const { post, puller } = server()
    puller.work = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const { status, model } = (await post('download-custom', WISH)).json()
    expect([status, model.status, model.can_cancel, model.cancel_mode]).toEqual([
      'converting',
      'converting',
      true,
      'conversion',
    ])
    const { operation_id } = model.progress
    const stale = await post('cancel', { model: 'mine', operation_id: 'convert-0' })
    expect([stale.statusCode, stale.json().detail]).toEqual([
      409,
      { code: 'stale_operation', message: expect.any(String), current_operation_id: operation_id },
    ])
    const cancelled = await post('cancel', { model: 'mine', operation_id })
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', already_cancelled: false, operation_type: 'convert' })
    const again = (await post('cancel', { model: 'mine', operation_id })).json()
    expect([again.already_cancelled, again.operation_type]).toEqual([true, undefined])
  })

  test('a model of the library is fetched by its id', async () => {
    const { post, puller } = server()
    puller.work = async ({ id }) => pulledModel(id ?? '', 9)
    const answer = await post('convert', { model: 'qwen3-0.6b', load_after: false })
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'converting'])
    await settled()
    expect(puller.orders).toMatchObject([{ id: 'qwen3-0.6b', reference: { repository: 'unsloth/Qwen3-0.6B-GGUF' } }])
  })

  test.each([
    [{ model: 'nobody' }, 404],
    [{ model: 'loaded' }, 409],
    [{ model: 'here', weight_format: 'int8' }, 400],
    [{ model: 'here', device: 'XPU' }, 400],
    [{ model: 'here', ratio: 2 }, 422],
    [{ model: 'here', load_after: false }, 200],
  ])('converting %j is a %i', async (body, status) => {
    expect((await server().post('convert', body)).statusCode).toBe(status)
  })

  test('a failure can be recovered from, by its id', async () => {
    const { post, get, puller } = server()
    puller.work = async () => {
      throw new TrivetError('source_not_found', { url: 'https://hub/x' })
    }
    await post('download-custom', WISH)
    await settled()
    const recovery = await get('/v1/models/recovery/mine')
    expect(recovery).toMatchObject({
      available: true,
      model_id: 'mine',
      terminal_state: 'error',
      failed_stage: 'download',
      failure_details: { message: expect.stringContaining('https://hub/x') },
    })
    const wish = { model: 'mine', recovery_id: recovery.recovery_id, action: 'remove_incomplete_files' }
    expect((await post('recovery/action', wish)).json()).toMatchObject({ status: 'cleaned' })
    expect(puller.discarded).toContain('mine')
    const stale = (await post('recovery/action', { ...wish, recovery_id: 'recovery-x' })).json()
    expect(stale.detail).toMatchObject({ code: 'stale_recovery', current_recovery_id: recovery.recovery_id })
    const resumed = (await post('recovery/action', { ...wish, action: 'resume' })).json()
    expect(resumed).toMatchObject({ status: 'started', started_action: 'resume_conversion' })
  })
})

test('what a server that ended left of a fetch is told, and gone on with', async () => {
  const records = new MemoryRecords()
  const before = server({ records })
  await before.post('download-custom', { ...WISH, load_after: false })
  const [record] = records.saved
  if (record === undefined) throw new Error('nothing was kept of it')
  while (records.kept.size > 0) await settled()
  records.save(record)

  const { post, get, puller, jobs } = server({ records })
  await post('register', { ...WISH, recommended_device: 'CPU' })
  puller.work = async ({ id }) => pulledModel(id ?? '', 9)
  const recovery = await get('/v1/models/recovery/mine')
  expect(recovery).toMatchObject({
    terminal_state: 'error',
    downloaded_files: 'reusable',
    failure_details: { message: 'The server ended before it was done.' },
  })
  const wish = { model: 'mine', recovery_id: recovery.recovery_id, action: 'resume' }
  expect((await post('recovery/action', wish)).json()).toMatchObject({ status: 'started' })
  await settled()
  expect(jobs.list()).toMatchObject([{ id: record.id, state: 'done' }])
})

test.each([
  ['nobody', 404, { detail: "Unknown model 'nobody'" }],
  ['here', 404, { detail: expect.stringContaining('interrupted') }],
])('of %s there is nothing to recover: %i', async (model, status, body) => {
  const { app } = server()
  const answer = await app.inject(`/inferbridge/v1/models/recovery/${model}`)
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

test.each([
  ['query=%20', 400],
  ['query=', 422],
  ['query=x&limit=51', 422],
  ['', 422],
])('searching with %j is a %i', async (query, status) => {
  const { app } = server()
  expect((await app.inject(`/inferbridge/v1/models/search-hf?${query}`)).statusCode).toBe(status)
})

test.each([
  ['127.0.0.1', {}, 200],
  ['::1', {}, 200],
  ['192.168.1.7', {}, 401],
  ['192.168.1.7', { authorization: 'Bearer a-key' }, 200],
])('where keys are wanted, health to %s with %j is a %i', async (remoteAddress, headers, status) => {
  const { app } = fakeServer({ models: [], plainKeys: [{ secret: 'a-key', from: 'test' }] })
  for (const path of ['/health', '/health/live', '/health/ready']) {
    const answer = await app.inject({ url: `/inferbridge${path}`, remoteAddress, headers })
    expect([path, answer.statusCode]).toEqual([path, status])
  }
})

test('health is told, busy while models are prepared', async () => {
  const { get, post, app, puller } = server()
  expect(await get('/health')).toMatchObject({ status: 'ok', models_loaded: 1, loading_count: 0, any_busy: false })
  expect(await get('/health/live')).toEqual({ status: 'ok' })
  expect(await get('/health/ready')).toEqual({ status: 'ready' })
  puller.work = () => new Promise(() => {})
  await post('download-custom', WISH)
  expect(await get('/health')).toMatchObject({ status: 'busy', loading_count: 1 })
  const ready = await app.inject('/inferbridge/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'busy', message: 'Models are loading' }])
})

test.each([
  ['ready', null, true],
  ['starting', 'it crashed', true],
  ['starting', null, false],
  ['draining', null, false],
  ['stopped', null, false],
  ['failed', 'it is broken', false],
] as const)('one that is %s (%s) is loaded wherever that is told: %s', async (state, reason, loaded) => {
  const { app } = fakeServer({
    models: [{ id: 'm', reply: says('Hello'), other: tokenizes, state, status: { reason } }],
  })
  const get = async (path: string) => (await app.inject(`/inferbridge${path}`)).json()
  const { models, device } = await get('/v1/system/status')
  const row = models.available.find(({ id }: { id: string }) => id === 'm')
  expect([row.is_loaded, row.status === 'loaded', models.loaded.includes('m'), 'm' in device.loaded]).toEqual(
    Array(4).fill(loaded),
  )
  expect((await get('/health')).models_loaded).toBe(loaded ? 1 : 0)
  const { data } = await get('/v1/models')
  expect(data.find(({ id }: { id: string }) => id === 'm').status === 'loaded').toBe(loaded)
})
