import { TrivetError } from '../../src/core/errors.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { Footprint } from '../../src/engine/driver.ts'
import { Group } from '../../src/group/group.ts'
import type { Prepared } from '../../src/group/member.ts'
import { ManualClock, settled } from './clock.ts'
import { FakeSupervisor } from './supervisor.ts'

export const never = new AbortController().signal
export const task = (prompt: string): EngineTask => ({
  kind: 'generate',
  prompt,
  sampling: NEUTRAL_SAMPLING,
  maxTokens: null,
})

/** A group whose preparations end when the test says so. */
export function groupOf(size = 1) {
  const calls: { resolve(made: Prepared): void; reject(error: unknown): void }[] = []
  const clock = new ManualClock()
  const refused: TrivetError[] = []
  const group = new Group({
    model: 'm',
    prepare: () => new Promise((resolve, reject) => calls.push({ resolve, reject })),
    size,
    clock,
    async admit(_, load) {
      const refusal = refused.shift()
      if (refusal) throw refusal
      await load()
    },
    changed: () => {},
    counted: () => {},
  })
  async function prepared(instance = new FakeSupervisor(), footprint: Footprint | null = null) {
    await settled()
    calls.shift()?.resolve({ supervisor: instance, footprint })
    await settled()
    return instance
  }
  async function loaded(instance = new FakeSupervisor()) {
    await prepared(instance)
    instance.finishLoad()
    await settled()
    return instance
  }
  return { group, calls, clock, refused, prepared, loaded }
}

export function ask(group: Group, prompt = 'p') {
  const events: EngineEvent[] = []
  const done = (async () => {
    for await (const event of group.run(task(prompt), never)) events.push(event)
  })()
  return { events, done }
}

export const outOfMemory = () => new TrivetError('out_of_memory', { model: 'm' })
export const codes = (events: readonly EngineEvent[]) =>
  events.map((event) => (event.type === 'error' ? event.error.code : event.type))
