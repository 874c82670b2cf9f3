import { expect, it } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { FakeSupervisor, PLAN } from '../../test/fakes/supervisor.ts'
import { TrivetError } from '../core/errors.ts'
import type { EngineEvent } from '../core/event.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { EngineTask } from '../core/task.ts'
import type { Plan } from '../engine/driver.ts'
import { createScheduler } from './create.ts'
import type { Scheduler } from './scheduler.ts'

const never = new AbortController().signal
const TASK: EngineTask = { kind: 'generate', prompt: 'p', sampling: NEUTRAL_SAMPLING, maxTokens: null }
const ID = 'm'

/** Answers at once when it is loaded; its load ends when the test says so. */
class Instance extends FakeSupervisor {
  override readonly plan: Plan

  constructor(plan: Plan) {
    super()
    this.plan = plan
  }

  override async *run(): AsyncGenerator<EngineEvent> {
    yield { type: 'finish', reason: 'stop' }
  }
}

/** What clients do with one model. Resolves with what came of it. */
const ACTIONS = {
  async chat(all: Scheduler) {
    const open = await all.open(ID, never)
    for await (const { event } of open.run([TASK], never)) {
      if (event.type === 'error') throw new TrivetError(event.error.code)
    }
  },
  load: (all: Scheduler) => loaded(all, {}),
  loadShort: (all: Scheduler) => loaded(all, { placement: { contextTokens: 512 } }),
  loadShortForLonger: (all: Scheduler) => loaded(all, { placement: { contextTokens: 512 }, keepAliveMs: 1e9 }),
  unload: (all: Scheduler) => all.unload(ID),
} as const
type Action = keyof typeof ACTIONS

async function loaded(all: Scheduler, order: Partial<Parameters<Scheduler['load']>[0]>) {
  const { actualInstances, status } = await all.load({ id: ID, ...order })
  // Whoever is told that it is loaded finds it so.
  expect([actualInstances, status.state, status.loaded?.capabilities.contextTokens]).toEqual([1, 'ready', 100])
}

/** One model whose preparations and loads go on one step at a time. */
function stage() {
  const clock = new ManualClock()
  const instances: Instance[] = []
  const preparing: (() => void)[] = []
  const all = createScheduler({
    models: [{ id: ID, path: '/m', placement: {}, keepAliveMs: Number.POSITIVE_INFINITY }],
    queueCapacity: 4,
    keepAliveMs: 60_000,
    placement: {},
    memoryBudgetBytes: 1_000,
    memory: () => ({ availableBytes: 1_000, totalBytes: 1_000 }),
    clock,
    async prepare({ placement: { contextTokens = null } }) {
      await new Promise<void>((resolve) => preparing.push(resolve))
      const supervisor = new Instance({ ...PLAN, modelId: ID, contextTokens })
      instances.push(supervisor)
      return { supervisor, footprint: null }
    },
    stamp: () => ({ sizeBytes: 1, modifiedMs: 1_000 }),
  })
  /** One preparation or load ends, or else some time passes. */
  async function step() {
    const loading = instances.find(({ state }) => state === 'starting')
    const next = preparing.shift()
    if (next) next()
    else if (loading) loading.finishLoad()
    else clock.advance(500)
    await settled()
  }
  const ready = () => instances.filter(({ state }) => state === 'ready').length
  return { all, step, ready }
}

/** Steps until everything has come to rest: the longest takes some preparations, loads, and what former groups are left. */
const ENOUGH_STEPS = 20

/** @param waits steps before the second and the third action */
async function play(actions: readonly Action[], waits: readonly number[]) {
  const { all, step, ready } = stage()
  const outcomes: Promise<string>[] = []
  for (const [index, action] of actions.entries()) {
    outcomes.push(
      ACTIONS[action](all).then(
        () => 'done',
        (error: unknown) => (error instanceof TrivetError ? error.code : String(error)),
      ),
    )
    await settled()
    for (let wait = 0; wait < (waits[index] ?? ENOUGH_STEPS); wait++) await step()
  }
  const pending = Promise.resolve('pending')
  return { outcomes: await Promise.all(outcomes.map((outcome) => Promise.race([outcome, pending]))), ready: ready() }
}

const NAMES = Object.keys(ACTIONS) as Action[]
const WAITS = [0, 1, 2, 3]
const PAIRS = NAMES.flatMap((first) => NAMES.map((second): [Action, Action] => [first, second]))

it.each(PAIRS)('%s, then %s, and then anything, leave as many instances as were wanted', async (first, second) => {
  for (const third of NAMES) {
    for (const before of WAITS) {
      for (const after of WAITS) {
        const actions = [first, second, third]
        const { outcomes, ready } = await play(actions, [before, after])
        const about = `${actions} after ${before} and ${after} steps`
        const ended = actions.lastIndexOf('unload')
        if (ended === 2) expect(ready, about).toBe(0)
        else if (ended === -1 || actions.slice(ended).some((action) => action.startsWith('load')))
          expect(ready, about).toBe(1)
        else expect(ready, about).toBeLessThanOrEqual(1)
        for (const [index, outcome] of outcomes.entries()) expect(mayBe(actions, index), about).toContain(outcome)
      }
    }
  }
})

/** Whoever asks for an answer gets one. A load may be ended by an unload, which may find nothing. */
function mayBe(actions: readonly Action[], index: number): readonly string[] {
  const action = actions[index]
  if (action === 'chat') return ['done']
  if (action === 'unload') return ['done', 'model_not_loaded']
  return actions.slice(index).includes('unload') ? ['done', 'engine_unavailable'] : ['done']
}
