import { expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { seededRandom } from '../../test/fakes/random.ts'
import { FakeSupervisor } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { EngineTask } from '../core/task.ts'
import { Queue } from './queue.ts'
import { runTasks } from './run.ts'
import type { TaskEvent, TaskStream } from './scheduler.ts'

const task = (prompt: string): EngineTask => ({ kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens: null })
const promptOf = (job: { task: EngineTask }) => (job.task.kind === 'generate' ? String(job.task.prompt) : '')
const delta = (text: string): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })
const STOP: EngineEvent = { type: 'finish', reason: 'stop' }
const never = new AbortController().signal

function engineOf(slots: number, capacity: number) {
  const engine = new FakeSupervisor(slots)
  const queue = new Queue({ model: 'm', capacity, slots: () => slots, clock: new ManualClock() })
  return { engine, queue }
}

/** Reads to the end in the background. */
function read(stream: TaskStream) {
  const seen: TaskEvent[] = []
  const iterator = stream[Symbol.asyncIterator]()
  const done = (async () => {
    for (let step = await iterator.next(); !step.done; step = await iterator.next()) seen.push(step.value)
  })()
  return { seen, done, leave: () => iterator.return?.() }
}

it('runs the tasks of one request side by side, each in a place of its own and its events with its index', async () => {
  const { engine, queue } = engineOf(2, 0)
  const { seen, done } = read(runTasks(queue, engine, [task('a'), task('b')], never))
  await settled()
  expect(engine.jobs.map(promptOf)).toEqual(['a', 'b'])
  expect(queue.running).toBe(2)
  engine.jobs[1]?.say(delta('B'))
  await settled()
  engine.jobs[0]?.say(delta('A'))
  for (const job of engine.jobs) {
    await settled()
    job.say(STOP)
    job.end()
  }
  await done
  expect(seen).toEqual([
    { task: 1, event: delta('B') },
    { task: 0, event: delta('A') },
    { task: 0, event: STOP },
    { task: 1, event: STOP },
  ])
  expect(queue.running).toBe(0)
})

it('reports a full queue as the last event of every task', async () => {
  const { engine, queue } = engineOf(1, 0)
  const first = read(runTasks(queue, engine, [task('a')], never))
  await settled()
  const refused = read(runTasks(queue, engine, [task('b'), task('c')], never))
  await refused.done
  const error = { code: 'queue_full', details: { model: 'm', capacity: 0, retryAfter: 1 }, param: null }
  expect(refused.seen).toEqual([
    { task: 0, event: { type: 'error', error } },
    { task: 1, event: { type: 'error', error } },
  ])
  await first.leave()
})

it('runs them one after the other where there is one place only', async () => {
  const { engine, queue } = engineOf(1, 0)
  const { seen, done } = read(runTasks(queue, engine, [task('a'), task('b')], never))
  await settled()
  expect(engine.jobs.map(promptOf)).toEqual(['a'])
  engine.jobs[0]?.say(STOP)
  engine.jobs[0]?.end()
  await settled()
  expect(engine.jobs.map(promptOf)).toEqual(['a', 'b'])
  engine.jobs[1]?.say(STOP)
  engine.jobs[1]?.end()
  await done
  expect(seen).toEqual([
    { task: 0, event: STOP },
    { task: 1, event: STOP },
  ])
})

it('gives a further place back after a task when others are in line', async () => {
  const { engine, queue } = engineOf(2, 5)
  const many = read(runTasks(queue, engine, ['a', 'b', 'c', 'd'].map(task), never))
  await settled()
  const other = read(runTasks(queue, engine, [task('x')], never))
  await settled()
  expect([engine.active.map(promptOf), queue.waiting]).toEqual([['a', 'b'], 1])
  engine.jobs[1]?.end()
  await settled()
  expect([engine.active.map(promptOf), queue.waiting]).toEqual([['a', 'x'], 0])
  await other.leave()
  await many.leave()
  expect(queue.running).toBe(0)
})

it('lets token tasks past the line', async () => {
  const { engine, queue } = engineOf(1, 0)
  const first = read(runTasks(queue, engine, [task('a')], never))
  await settled()
  const tokens: EngineTask = { kind: 'tokenize', text: 'x', addSpecial: true, parseSpecial: true }
  const { seen, done } = read(runTasks(queue, engine, [tokens], never))
  await settled()
  engine.jobs[1]?.say(STOP)
  engine.jobs[1]?.end()
  await done
  expect(seen).toEqual([{ task: 0, event: STOP }])
  await first.leave()
})

it('cancels one task and leaves the others alone', async () => {
  const { engine, queue } = engineOf(2, 0)
  const stream = runTasks(queue, engine, [task('a'), task('b')], never)
  const { seen, done } = read(stream)
  await settled()
  stream.cancel(0)
  stream.cancel(7)
  expect(engine.jobs.map((job) => job.over)).toEqual([true, false])
  engine.jobs[1]?.say(STOP)
  engine.jobs[1]?.end()
  await done
  expect(seen).toEqual([{ task: 1, event: STOP }])
})

it('leaves the line when all its tasks are cancelled there', async () => {
  const { engine, queue } = engineOf(1, 5)
  const first = read(runTasks(queue, engine, [task('a')], never))
  await settled()
  const stream = runTasks(queue, engine, [task('b'), task('c')], never)
  const waiting = read(stream)
  await settled()
  stream.cancel(0)
  expect(queue.waiting).toBe(1)
  stream.cancel(1)
  expect(queue.waiting).toBe(0)
  await waiting.done
  expect(waiting.seen).toEqual([])
  await first.leave()
  expect(queue.running).toBe(0)
})

it('leaves line and engine when the reader goes away without aborting', async () => {
  const { engine, queue } = engineOf(1, 5)
  const running = read(runTasks(queue, engine, [task('a')], never))
  const waiting = read(runTasks(queue, engine, [task('b')], never))
  await settled()
  await waiting.leave()
  expect([queue.running, queue.waiting]).toEqual([1, 0])
  await running.leave()
  expect(engine.jobs.map((job) => job.over)).toEqual([true])
  expect(queue.running).toBe(0)
})

/**
 * Nothing leaks a place, whatever happens in whatever order: arrivals, ends, failures, aborts, single cancels and
 * readers that go away, at random. The invariants hold after every step.
 */
it.each(Array.from({ length: 60 }, (_, seed) => seed))(
  'keeps its books under random interleavings (seed %d)',
  async (seed) => {
    const random = seededRandom(seed)
    const below = (n: number) => Math.floor(random() * n)
    const slots = 1 + below(3)
    const capacity = below(5)
    const { engine, queue } = engineOf(slots, capacity)
    const live = new Set<{ name: string; end(how: number): void }>()
    const refused = new Set<string>()
    let arrivals = 0

    const arrive = () => {
      const name = `r${arrivals++}`
      const abort = new AbortController()
      const tasks = Array.from({ length: 1 + below(3) }, (_, index) => task(`${name}.${index}`))
      const stream = runTasks(queue, engine, tasks, abort.signal)
      const { seen, done, leave } = read(stream)
      const mine = () => engine.active.filter((job) => promptOf(job).startsWith(`${name}.`))
      const request = {
        name,
        end(how: number) {
          if (how === 0) abort.abort()
          else if (how === 1) void leave()
          else if (how === 2) for (const index of tasks.keys()) stream.cancel(index)
          else if (how === 3) stream.cancel(0)
          else
            for (const job of mine()) {
              job.say(how === 4 ? STOP : { type: 'error', error: { code: 'engine_crashed', details: {}, param: null } })
              job.end()
            }
        },
      }
      live.add(request)
      void done.then(() => {
        live.delete(request)
        if (seen.some(({ event }) => event.type === 'error' && event.error.code === 'queue_full')) refused.add(name)
      })
    }

    for (let step = 0; step < 120; step++) {
      const requests = [...live]
      const request = requests[below(requests.length)]
      if (request === undefined || random() < 0.5) arrive()
      else request.end(below(6))
      if (random() < 0.6) await settled()
      expect(queue.running).toBeLessThanOrEqual(slots)
      expect(queue.waiting).toBeLessThanOrEqual(capacity)
      expect(queue.waiting === 0 || queue.running === slots).toBe(true)
    }
    await settled()
    expect(live.size).toBeLessThanOrEqual(queue.running + queue.waiting)

    const started = [...new Set(engine.jobs.map((job) => Number(promptOf(job).split('.')[0]?.slice(1))))]
    expect(started).toEqual(started.toSorted((a, b) => a - b))
    expect(started.every((number) => !refused.has(`r${number}`))).toBe(true)

    for (const request of live) request.end(0)
    await settled()
    expect([live.size, queue.running, queue.waiting, engine.active.length]).toEqual([0, 0, 0, 0])
    await queue.close()
  },
)

it('that the engine drops at shutdown is told that the server is shutting down', async () => {
  const { engine, queue } = engineOf(1, 0)
  const { seen, done } = read(runTasks(queue, engine, [task('a')], never))
  await settled()
  const idle = queue.close()
  const details = { model: 'm', state: 'stopping', reason: 'it was asked to stop.' }
  engine.jobs[0]?.say(delta('A'))
  engine.jobs[0]?.say({ type: 'error', error: { code: 'engine_unavailable', details, param: null } })
  engine.jobs[0]?.end()
  await Promise.all([done, idle])
  expect(seen).toEqual([
    { task: 0, event: delta('A') },
    { task: 0, event: { type: 'error', error: { code: 'shutting_down', details: {}, param: null } } },
  ])
})

it('starts nothing more in a place that is dismissed', async () => {
  const { engine, queue } = engineOf(1, 5)
  const { seen, done } = read(runTasks(queue, engine, [task('a'), task('b')], never))
  const waiting = read(runTasks(queue, engine, [task('c')], never))
  await settled()
  queue.dismiss(new TrivetError('engine_unavailable'))
  engine.jobs[0]?.say({ type: 'error', error: { code: 'engine_unavailable', details: {}, param: null } })
  engine.jobs[0]?.end()
  await Promise.all([done, waiting.done])
  expect(engine.jobs.map(promptOf)).toEqual(['a'])
  const codes = [...seen, ...waiting.seen].map(({ event }) => event.type === 'error' && event.error.code)
  expect(codes).toEqual(['engine_unavailable', 'engine_unavailable', 'engine_unavailable'])
})

it('starts nothing more once the line has been cleared', async () => {
  const { engine, queue } = engineOf(1, 5)
  const { seen, done } = read(runTasks(queue, engine, [task('a'), task('b')], never))
  await settled()
  void queue.close()
  queue.clear()
  engine.jobs[0]?.say({ type: 'error', error: { code: 'engine_unavailable', details: {}, param: null } })
  engine.jobs[0]?.end()
  await done
  expect(engine.jobs.map(promptOf)).toEqual(['a'])
  expect(seen.map(({ event }) => event.type === 'error' && event.error.code)).toEqual([
    'shutting_down',
    'shutting_down',
  ])
})
