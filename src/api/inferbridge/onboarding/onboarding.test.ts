import { describe, expect, test } from 'vitest'
import { BARE_MACHINE } from '../../../../test/fakes/machine.ts'
import { says, tokenizes } from '../../../../test/fakes/scheduler.ts'
import { type FakeServerOptions, fakeServer } from '../../../../test/fakes/server.ts'
import { TrivetError } from '../../../core/errors.ts'
import { npuReadiness } from './scan.ts'
import { StageLog } from './stages.ts'

const WISH = { model_id: 'here', device: 'cpu', confirm_license: true, confirm_disk_requirement: true }

function server(options: Partial<FakeServerOptions> = {}) {
  const models = [{ id: 'here', reply: says('a', 'b', 'c'), other: tokenizes }]
  const fake = fakeServer({ models, ...options })
  const headers = { host: '127.0.0.1:8000' }
  const get = async (path: string) =>
    (await fake.app.inject({ url: `/inferbridge/v1/onboarding/${path}`, headers })).json()
  const post = (path: string, payload: object = {}) =>
    fake.app.inject({ method: 'POST', url: `/inferbridge/v1/onboarding/${path}`, payload, headers })
  /** Once it is over. */
  const ended = async (job: string) => {
    await expect.poll(async () => (await get(`preparation/${job}`)).status, { timeout: 60_000 }).not.toBe('running')
    return get(`preparation/${job}`)
  }
  return { ...fake, get, post, ended }
}

test('a model is prepared from its files to its first answer, and the setup is kept', async () => {
  const { get, post, ended } = server()
  expect(await get('status')).toMatchObject({ completed: false, selected_model: null, state_recovered: false })
  expect((await post('complete', { job_id: 'onboard-0' })).statusCode).toBe(400)
  const begun = await post('prepare', WISH)
  expect([begun.statusCode, begun.json()]).toEqual([
    202,
    expect.objectContaining({ model_id: 'here', requested_device: 'CPU', status: 'running', can_cancel: true }),
  ])
  const { job_id } = begun.json()
  const done = await ended(job_id)
  expect(done).toMatchObject({
    status: 'ready',
    stage: 'ready',
    percent: 100,
    actual_device: 'CPU',
    error_code: null,
    can_cancel: false,
    benchmark: { success: true, completion_tokens: 3, requested_device: 'CPU' },
  })
  expect(done.stages.map(({ stage, status }: { stage: string; status: string }) => [stage, status])).toEqual([
    ['preparing', 'complete'],
    ['downloading', 'pending'],
    ['converting', 'pending'],
    ['validating', 'complete'],
    ['compiling', 'complete'],
    ['loading', 'complete'],
    ['benchmarking', 'complete'],
    ['ready', 'complete'],
  ])
  expect(await get('status')).toMatchObject({
    completed: true,
    selected_model: 'here',
    selected_device: 'CPU',
    actual_device: 'CPU',
    last_benchmark_reference: done.benchmark.run_id,
    rerun_scan_recommended: false,
  })
  const told = (await post('complete', { job_id })).json()
  expect(told).toMatchObject({
    base_url: 'http://127.0.0.1:8000/v1',
    active_model_id: 'here',
    api_key_state: 'disabled',
  })
  expect(await get('connection')).toEqual(told)
  expect((await post('restart')).json()).toMatchObject({ completed: false })
  expect(await get('status')).toMatchObject({ completed: false, restart_requested: true, selected_model: 'here' })
})

test('one that can not be loaded ends in failed, with the reason', async () => {
  const openFailure = new TrivetError('model_load_failed', { model: 'here', reason: 'cut short' })
  const { get, post, ended } = server({
    models: [{ id: 'here', reply: says('a'), other: tokenizes, state: 'stopped', openFailure }],
  })
  const { job_id } = (await post('prepare', WISH)).json()
  expect(await ended(job_id)).toMatchObject({
    status: 'failed',
    stage: 'failed',
    error_code: 'preparation_failed',
    error_detail: expect.stringContaining('cut short'),
    can_retry: true,
    can_fallback_to_cpu: false,
  })
  expect(await get('status')).toMatchObject({ completed: false })
})

test('a fetch under way can be cancelled, one at a time', async () => {
  const { get, post, puller, ended } = server()
  puller.work = (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const wish = { ...WISH, model_id: 'qwen3-0.6b', acknowledge_warnings: true }
  const { job_id } = (await post('prepare', wish)).json()
  expect((await post('prepare', WISH)).statusCode).toBe(409)
  expect(await get(`preparation/${job_id}`)).toMatchObject({ stage: 'downloading', status: 'running' })
  expect((await post(`preparation/${job_id}/cancel`)).json()).toMatchObject({ job_id, status: 'cancelling' })
  expect(await ended(job_id)).toMatchObject({ stage: 'cancelled', status: 'cancelled', can_retry: true })
  expect((await post(`preparation/${job_id}/cancel`)).json().status).toBe('not_cancellable')
})

test.each([
  [{ model_id: 'nobody' }, 400],
  [{ device: 'XPU' }, 400],
  [{ confirm_license: false }, 400],
  [{ confirm_disk_requirement: false }, 400],
  [{ model_storage_location: '/elsewhere' }, 400],
  [{ trust_remote_code: true }, 400],
  [{ model_id: '../x' }, 422],
  [{ device: ' ' }, 422],
  [{ other: 1 }, 422],
])('preparing with %j is a %i', async (fields, status) => {
  const answer = await server().post('prepare', { ...WISH, ...fields })
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, ['detail']])
})

test('what is not there is a 404, and a connection before there is one a 409', async () => {
  const { app } = server()
  for (const [url, status] of [
    ['preparation/onboard-0', 404],
    ['connection', 409],
  ] as const) {
    expect((await app.inject(`/inferbridge/v1/onboarding/${url}`)).statusCode).toBe(status)
  }
})

test('the scan has the machine, and the recommendation what is here before what is to be fetched', async () => {
  const { get } = server()
  const { items, fingerprint } = await get('system-scan')
  expect(fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(items.map(({ key }: { key: string }) => key)).toEqual(
    expect.arrayContaining(['cpu', 'cores', 'ram-total', 'ram-available', 'disk-free', 'devices', 'device-cpu']),
  )
  expect(await get('recommendation')).toMatchObject({ model_id: 'here', license_confirmation_required: true })
})

describe('the NPU', () => {
  const chip = {
    kind: 'npu',
    vendor: 'intel',
    type: 'Meteor Lake',
    name: 'Intel NPU',
    address: null,
    driver: { name: 'intel_vpu', version: '1.2' },
    memoryBytes: null,
    cores: null,
    state: 'unusable',
    problems: [{ what: 'OpenVINO is missing.', fix: 'Install it.' }],
    source: 'files',
  } as const

  test.each([
    [['CPU', 'NPU'], [chip], 'Linux', 'usable', null],
    [['CPU'], [chip], 'Linux', 'hardware_plugin_unavailable', 'OpenVINO is missing. Install it.'],
    [['CPU'], [], 'Windows_NT', 'not_detected', null],
    [['CPU'], [], 'Linux', 'not_expected', null],
  ] as const)('with %j and %j on %s is %s', (available, chips, system, state, explanation) => {
    const told = npuReadiness({ ...BARE_MACHINE, chips: [...chips] }, available, system)
    expect(told).toMatchObject({ state, usable: state === 'usable', fallback_device: 'CPU' })
    if (explanation !== null) expect(told.explanation).toBe(explanation)
  })
})

test('stages are told as they were entered', () => {
  const log = new StageLog()
  log.enter('preparing', 0)
  log.enter('downloading', 1000)
  log.enter('downloading', 2000)
  log.end('failed', 3000)
  expect(log.now).toBe('failed')
  expect(log.rows().slice(0, 3)).toEqual([
    {
      stage: 'preparing',
      label: 'Preparing',
      status: 'complete',
      started_at: '1970-01-01T00:00:00.000Z',
      finished_at: '1970-01-01T00:00:01.000Z',
    },
    expect.objectContaining({
      stage: 'downloading',
      status: 'failed',
      started_at: '1970-01-01T00:00:01.000Z',
      finished_at: '1970-01-01T00:00:03.000Z',
    }),
    expect.objectContaining({ stage: 'converting', status: 'pending', started_at: null }),
  ])
})
