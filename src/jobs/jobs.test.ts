import { expect, test } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { MemoryRecords } from '../../test/fakes/records.ts'
import { TrivetError } from '../core/errors.ts'
import { createJobs } from './create.ts'
import type { JobControl, JobEvent, JobSpec } from './job.ts'

const forever = new AbortController().signal

/** Work that ends when the test says so, and counts how often it began. */
function scene(limits = {}, records = new MemoryRecords()) {
  const clock = new ManualClock()
  let ids = 0
  const jobs = createJobs({ clock, newId: (prefix) => `${prefix}-${++ids}`, limits, records })
  const runs: { control: JobControl; finish: (result: unknown) => void; fail: (error: unknown) => void }[] = []
  const spec = (key: string, more: Partial<JobSpec> = {}): JobSpec => ({
    kind: 'pull',
    subject: key,
    key,
    pausable: true,
    work: (control) =>
      new Promise((finish, fail) => {
        runs.push({ control, finish, fail })
        control.signal.addEventListener('abort', () => fail(control.signal.reason))
      }),
    ...more,
  })
  const run = (index: number) => runs[index] as (typeof runs)[number]
  return { clock, records, jobs, spec, run, runs }
}

test('two who ask for the same get one job, and what it made', async () => {
  const { jobs, spec, run, runs } = scene()
  const first = jobs.start(spec('a'))
  const second = jobs.start(spec('a'))
  expect([first.joined, second.joined, second.job.id]).toEqual([false, true, first.job.id])
  const ends = [jobs.ended('job-1', forever), jobs.ended('job-1', forever)]
  run(0).finish({ model: 'a' })
  for (const end of await Promise.all(ends)) expect(end).toMatchObject({ state: 'done', result: { model: 'a' } })
  expect(runs).toHaveLength(1)
  expect(jobs.start(spec('a'))).toMatchObject({ joined: false, job: { id: 'job-2' } })
})

test('an error of the table is what the job says; anything else is a fault of ours', async () => {
  const { jobs, spec, run } = scene()
  jobs.start(spec('a'))
  jobs.start(spec('b', { work: () => Promise.reject(new Error('oops')) }))
  jobs.start(
    spec('c', {
      work: () => {
        throw new Error('before it even began')
      },
    }),
  )
  run(0).fail(new TrivetError('model_not_found', { model: 'a' }))
  expect(await jobs.ended('job-1', forever)).toMatchObject({ state: 'failed', error: { code: 'model_not_found' } })
  expect(await jobs.ended('job-2', forever)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
  expect(await jobs.ended('job-3', forever)).toMatchObject({ state: 'failed', error: { code: 'internal_error' } })
})

test('only so many of a kind run at once; the next begins when one ends', async () => {
  const { jobs, spec, run, runs } = scene({ pull: 1 })
  jobs.start(spec('a'))
  jobs.start(spec('b'))
  jobs.start(spec('c', { kind: 'convert' }))
  expect(jobs.list().map((job) => job.state)).toEqual(['running', 'queued', 'running'])
  run(0).finish(null)
  await settled()
  expect(jobs.list().map((job) => job.state)).toEqual(['done', 'running', 'running'])
  expect(runs).toHaveLength(3)
})

test('a paused one gives its place away, and goes on when it is resumed', async () => {
  const { jobs, spec, run, runs } = scene({ pull: 1 })
  jobs.start(spec('a'))
  jobs.start(spec('b'))
  expect(await jobs.pause('job-1')).toMatchObject({ state: 'paused', endedMs: null })
  expect(jobs.get('job-2').state).toBe('running')
  expect(jobs.resume('job-1').state).toBe('queued')
  run(1).finish(null)
  await settled()
  expect(jobs.get('job-1').state).toBe('running')
  run(2).finish('whole')
  expect(await jobs.ended('job-1', forever)).toMatchObject({ state: 'done', result: 'whole' })
  expect(runs).toHaveLength(3)
})

test('asked for anew, a paused one goes on', async () => {
  const { jobs, spec, runs } = scene()
  jobs.start(spec('a'))
  await jobs.pause('job-1')
  expect(jobs.start(spec('a'))).toMatchObject({ joined: true, job: { id: 'job-1', state: 'running' } })
  expect(runs).toHaveLength(2)
})

test('resumed while it still pauses, it runs again', async () => {
  const { jobs, spec, runs } = scene()
  jobs.start(spec('a'))
  const paused = jobs.pause('job-1')
  jobs.resume('job-1')
  await paused
  await settled()
  expect([jobs.get('job-1').state, runs.length]).toEqual(['running', 2])
})

test.each(['running', 'paused', 'queued'])('cancelled while %s, it discards what it left, once', async (state) => {
  const { jobs, spec } = scene({ pull: state === 'queued' ? 0 : 1 })
  let discarded = 0
  const discard = async () => void discarded++
  jobs.start(spec('a', { discard }))
  if (state === 'paused') await jobs.pause('job-1')
  expect(jobs.get('job-1').state).toBe(state)
  expect(await jobs.cancel('job-1')).toMatchObject({ state: 'cancelled', error: null })
  expect(await jobs.cancel('job-1')).toMatchObject({ state: 'cancelled' })
  expect(discarded).toBe(1)
})

test('one whose work was done before it heard of the end is done', async () => {
  const { jobs, spec } = scene()
  let finish = (_: unknown) => {}
  jobs.start(spec('a', { work: () => new Promise((resolve) => (finish = resolve)) }))
  const cancelled = jobs.cancel('job-1')
  finish('made')
  await expect(cancelled).rejects.toMatchObject({ code: 'job_conflict' })
  expect(jobs.get('job-1')).toMatchObject({ state: 'done', result: 'made' })
})

test('asked for again while it is being cancelled, it begins anew after that', async () => {
  const { jobs, spec, run, runs } = scene()
  let stop = () => {}
  jobs.start(spec('a', { work: () => new Promise((_, reject) => (stop = () => reject(new Error('stopped')))) }))
  const cancelled = jobs.cancel('job-1')
  expect(jobs.start(spec('a')).job).toMatchObject({ id: 'job-1', state: 'running' })
  stop()
  await cancelled
  jobs.start(spec('a'))
  run(0).finish(null)
  expect((await jobs.ended('job-2', forever)).state).toBe('done')
  expect(runs).toHaveLength(1)
})

test('what a job can not be told is said why', async () => {
  const { jobs, spec, run } = scene()
  jobs.start(spec('a', { pausable: false, kind: 'load' }))
  await expect(jobs.pause('job-1')).rejects.toThrow(
    'The job `job-1` can not be paused: it is a load, which goes on or ends.',
  )
  run(0).finish(null)
  await settled()
  expect(() => jobs.resume('job-1')).toThrow('The job `job-1` can not be resumed: it is done.')
  expect(() => jobs.get('job-9')).toThrow('There is no job `job-9`.')
})

test('events: stages all, of progress the latest, then the end', async () => {
  const { clock, jobs, spec, run } = scene()
  jobs.start(spec('a'))
  const { control, finish } = run(0)
  control.stage('looking')
  control.stage('downloading')
  for (const done of [0, 100, 200, 300]) {
    control.progress(done, 400)
    clock.advance(1_000)
  }
  finish(null)
  await settled()
  const seen: JobEvent[] = []
  for await (const event of jobs.events('job-1', 1, forever)) seen.push(event)
  expect(seen.map(({ type, job }) => [type, job.stage, job.progress?.doneBytes ?? null])).toEqual([
    ['job.state', null, null],
    ['job.stage', 'looking', null],
    ['job.stage', 'downloading', null],
    ['job.progress', 'downloading', 300],
    ['job.state', 'downloading', 300],
  ])
  expect(seen.at(-1)?.job.progress).toEqual({ doneBytes: 300, totalBytes: 400, bytesPerSecond: 100, etaSeconds: 1 })
  for await (const { job } of jobs.events('job-1', seen.at(-2)?.cursor ?? 0, forever)) expect(job.state).toBe('done')
})

test('a reader that leaves is not waited for, and its signal ends it', async () => {
  const { jobs, spec } = scene()
  jobs.start(spec('a'))
  const controller = new AbortController()
  const ended = jobs.ended('job-1', controller.signal)
  controller.abort(new Error('left'))
  await expect(ended).rejects.toThrow('left')
  expect(jobs.get('job-1').state).toBe('running')
})

test('at the close everything stops and nothing is discarded', async () => {
  const { jobs, spec } = scene({ pull: 1 })
  let discarded = 0
  const discard = async () => void discarded++
  jobs.start(spec('a', { discard }))
  jobs.start(spec('b', { discard }))
  await jobs.close()
  expect(jobs.list().map((job) => job.state)).toEqual(['paused', 'paused'])
  expect(discarded).toBe(0)
  expect(() => jobs.start(spec('c'))).toThrow('shutting down')
})

test('of those that ended only the latest hundred are remembered', async () => {
  const { jobs, spec } = scene()
  for (let count = 0; count < 105; count++) {
    jobs.start(spec('a', { work: async () => null }))
    await settled()
  }
  expect(jobs.list().length).toBeLessThanOrEqual(101)
  expect(() => jobs.get('job-1')).toThrow('no job')
})

test('what its process left unfinished rests until it is asked for again, and goes on under its own id', async () => {
  const request = { path: '/v1/models/pull', body: { model: 'a' } }
  const { jobs: before, spec, records, run } = scene()
  before.start(spec('a', { request }))
  before.start(spec('b', { request }))
  before.start(spec('of this process only'))
  run(1).finish({ model: 'b' })
  await settled()

  const { jobs, spec: same, runs, run: again } = scene({}, records)
  expect(jobs.list()).toMatchObject([{ id: 'job-1', subject: 'a', state: 'interrupted', request, pausable: true }])
  expect(() => jobs.resume('job-1')).toThrow('it was interrupted')
  await expect(jobs.pause('job-1')).rejects.toThrow('it was interrupted')
  expect(runs).toEqual([])
  expect(jobs.start(same('a', { request }))).toMatchObject({ joined: true, job: { id: 'job-1', state: 'running' } })
  again(0).finish({ model: 'a' })
  await settled()
  expect([jobs.get('job-1').state, records.orphans()]).toEqual(['done', []])
})

test('what was interrupted may be gone on with by its id, or given up', async () => {
  const request = { path: '/v1/models/pull', body: {} }
  const { jobs: before, spec, records } = scene()
  for (const key of ['a', 'b']) before.start(spec(key, { request }))
  const { jobs } = scene({}, records)
  expect(jobs.again('job-1', spec('another key', { request }))).toMatchObject({ id: 'job-1', state: 'running' })
  expect(await jobs.cancel('job-2')).toMatchObject({ state: 'cancelled' })
  expect(records.orphans().map(({ id, key }) => [id, key])).toEqual([['job-1', 'a']])
})
