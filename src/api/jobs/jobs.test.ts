import { expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { MemoryRecords } from '../../../test/fakes/records.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { TrivetError } from '../../core/errors.ts'
import type { JobSpec } from '../../jobs/job.ts'

const spec = (key: string, work: JobSpec['work'], pausable = true): JobSpec => ({
  kind: 'pull',
  subject: key,
  key,
  pausable,
  work,
})

/** Work that goes on until it is told to stop. */
const endless: JobSpec['work'] = ({ signal, stage, progress }) =>
  new Promise((_, reject) => {
    stage('downloading')
    progress(10, 100)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('a job can be listed, looked at, paused, resumed and cancelled', async () => {
  const { app, jobs } = fakeServer({ models: [] })
  const { job } = jobs.start(spec('org/model', endless))
  const path = `/v1/jobs/${job.id}`
  const post = async (command: string) => (await app.inject({ method: 'POST', url: `${path}/${command}` })).json()
  expect((await app.inject('/v1/jobs')).json()).toMatchObject({ object: 'list', data: [{ id: job.id }] })
  expect((await app.inject(path)).json()).toMatchObject({
    object: 'job',
    kind: 'pull',
    subject: 'org/model',
    state: 'running',
    stage: 'downloading',
    progress: { done_bytes: 10, total_bytes: 100, bytes_per_second: null, eta_seconds: null },
    error: null,
    ended_at: null,
  })
  expect(await post('pause')).toMatchObject({ state: 'paused' })
  expect(await post('resume')).toMatchObject({ state: 'running' })
  expect(await post('cancel')).toMatchObject({ state: 'cancelled' })
  expect(await post('resume')).toMatchObject({ error: { code: 'job_conflict' } })
  await app.close()
})

test.each([
  ['asked by query', '?stream=true', '*/*'],
  ['asked by header', '', 'text/event-stream'],
])('its events, %s, end with it', async (_, query, accept) => {
  const { app, jobs } = fakeServer({ models: [] })
  let finish = (_: unknown) => {}
  const { job } = jobs.start(spec('a', () => new Promise((resolve) => (finish = resolve))))
  const answer = app.inject({ url: `/v1/jobs/${job.id}${query}`, headers: { accept } })
  await settled()
  finish({ model: 'a' })
  const { body, headers } = await answer
  expect(headers['content-type']).toContain('text/event-stream')
  const last = body.trim().split('\n\n').at(-1) ?? ''
  expect(last).toMatch(/^event: job\.state\ndata: /)
  expect(JSON.parse(last.split('data: ')[1] ?? '').job).toMatchObject({ state: 'done', result: { model: 'a' } })
  await app.close()
})

test('why one failed reads as the error of a request does', async () => {
  const { app, jobs } = fakeServer({ models: [] })
  const { job } = jobs.start(spec('a', () => Promise.reject(new TrivetError('model_not_found', { model: 'a' }))))
  await settled()
  expect((await app.inject(`/v1/jobs/${job.id}`)).json()).toMatchObject({
    state: 'failed',
    error: { code: 'model_not_found', type: 'invalid_request_error', param: 'model' },
  })
  const missing = await app.inject('/v1/jobs/nothing')
  expect([missing.statusCode, missing.json().error.code]).toEqual([404, 'job_not_found'])
  await app.close()
})

test.each([
  ['/v1/models/pull', { model: 'org/repo:q8_0', id: 'mine' }],
  ['/api/pull', { model: 'qwen3' }],
  ['/v1/models/convert', { model: 'org/repo', type: 'F16' }],
  ['/inferbridge/v1/models/download-custom', { model_id: 'mine', name: 'Mine', source_model: 'org/repo' }],
  ['/v1/models/quantize', { model: '/models/m-F16.gguf', type: 'Q8_0' }],
])('a job of %s that outlives its server is gone on with by its id', async (url, body) => {
  const records = new MemoryRecords()
  const { app: before } = fakeServer({ models: [], records })
  await before.inject({ method: 'POST', url, payload: { ...body, stream: false } })
  const [job] = records.saved
  if (job === undefined) throw new Error('nothing was kept of it')
  while (records.kept.size > 0) await settled()

  records.save(job)
  const { app, jobs } = fakeServer({ models: [], records })
  expect((await app.inject(`/v1/jobs/${job.id}`)).json()).toMatchObject({
    state: 'interrupted',
    request: job.request,
  })
  const resumed = (await app.inject({ method: 'POST', url: `/v1/jobs/${job.id}/resume` })).json()
  expect(resumed).toMatchObject({ id: job.id, kind: job.kind, subject: job.subject })
  expect(['queued', 'running', 'done', 'failed']).toContain(resumed.state)
  expect(jobs.list()).toHaveLength(1)
})
