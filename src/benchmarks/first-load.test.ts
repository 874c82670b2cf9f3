import { expect, test } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { FakeScheduler, type Reply, says } from '../../test/fakes/scheduler.ts'
import type { EngineEvent } from '../core/event.ts'
import { measureFirstLoads } from './first-load.ts'

const forever = new AbortController().signal
const IDLE_MS = 20_000

interface SceneOptions {
  readonly ids?: readonly string[]
  readonly reply?: Reply
  /** Measured before. */
  readonly known?: Set<string>
}

/** With models that are loaded. */
function scene({ ids = ['m'], reply = says('x'), known = new Set<string>() }: SceneOptions = {}) {
  const clock = new ManualClock()
  const scheduler = new FakeScheduler(ids.map((id) => ({ id, reply })))
  const measured: { readonly model: string; readonly signal: AbortSignal; readonly end: () => void }[] = []
  const failures: unknown[] = []
  const loads = measureFirstLoads({
    scheduler,
    clock,
    isKnown: async ({ id }) => known.has(id),
    measure: (model, signal) =>
      new Promise<void>((resolve, reject) => {
        const end = () => {
          known.add(model)
          resolve()
        }
        measured.push({ model, signal, end })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    failed: (error) => failures.push(error),
  })
  const idle = async (ms = IDLE_MS) => {
    clock.advance(ms)
    await settled()
  }
  return {
    ...{ clock, scheduler, known, measured, failures, loads, idle },
    models: () => measured.map(({ model }) => model),
  }
}

test('a model is measured once it is loaded and nobody has asked for a while; then the next, each once', async () => {
  const { scheduler, idle, measured, models } = scene({ ids: ['m', 'n'] })
  await idle(IDLE_MS - 1)
  expect(models()).toEqual([])
  await idle(1)
  expect(models()).toEqual(['m'])
  await idle()
  expect(models()).toEqual(['m'])
  measured[0]?.end()
  await settled()
  await idle()
  expect(models()).toEqual(['m', 'n'])
  measured[1]?.end()
  await settled()
  scheduler.tell('m')
  await idle()
  expect(models()).toEqual(['m', 'n'])
})

test('whoever asks has the model at once; it is measured anew when it is quiet again', async () => {
  const { loads, idle, measured, models } = scene()
  await idle(IDLE_MS - 1)
  await loads.scheduler.open('m', forever)
  await idle(IDLE_MS - 1)
  expect(models()).toEqual([])
  await idle(1)
  const opened = loads.scheduler.open('m', forever)
  expect(measured[0]?.signal.aborted).toBe(true)
  await opened
  await settled()
  await idle()
  expect(models()).toEqual(['m', 'm'])
})

test('while an answer runs, nothing is measured, however long it takes', async () => {
  let end = () => {}
  async function* reply(): AsyncGenerator<EngineEvent> {
    await new Promise<void>((resolve) => (end = resolve))
    yield { type: 'finish', reason: 'stop' }
  }
  const { loads, idle, models } = scene({ reply })
  const open = await loads.scheduler.open('m', forever)
  const events = open.run([{ kind: 'generate', prompt: 'x', sampling: {} as never, maxTokens: 1 }], forever)
  const read = (async () => {
    for await (const _ of events);
  })()
  await settled()
  for (let times = 0; times < 5; times++) await idle()
  expect(models()).toEqual([])
  end()
  await read
  await idle()
  expect(models()).toEqual(['m'])
})

test('one that was measured here before is left alone, and what ends takes its measuring along', async () => {
  const known = new Set(['m'])
  const { loads, idle, measured, models, clock, failures, scheduler } = scene({ ids: ['m', 'n'], known })
  await idle()
  expect(models()).toEqual([])
  await idle()
  await loads.close()
  expect([models(), measured[0]?.signal.aborted, clock.pending, failures]).toEqual([['n'], true, 0, []])
  scheduler.tell('m')
  expect(clock.pending).toBe(0)
})
