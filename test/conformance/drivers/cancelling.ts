import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EngineEvent } from '../../../src/core/event.ts'
import type { EngineInstance } from '../../../src/engine/driver.ts'
import { type ConformanceSubject, collect, endless, isOutput, NEVER, slotsOf, start, taskOn } from './subject.ts'

export function cancellingConformance(subject: ConformanceSubject): void {
  const short = taskOn(subject, subject.prompts.short)
  const finished = { type: 'finish', reason: expect.any(String) }
  let instance: EngineInstance

  beforeAll(async () => {
    instance = await start(subject)
  })
  afterEach(async () => {
    // Whatever was cancelled, every slot still works.
    const tasks = Array.from({ length: slotsOf(subject) }, () => collect(instance.run(short, NEVER)))
    for (const events of await Promise.all(tasks)) expect(events.at(-1)).toEqual(finished)
  })
  afterAll(() => instance.stop(10_000))

  test('before it runs: nothing happens', async () => {
    expect(await collect(instance.run(short, AbortSignal.abort()))).toEqual([])
  })

  test('while it runs: the stream ends without a finish', async () => {
    const abort = new AbortController()
    const events: EngineEvent[] = []
    for await (const event of instance.run(endless(subject), abort.signal)) {
      events.push(event)
      if (isOutput(event)) abort.abort()
    }
    const told = events.filter(({ type }) => type !== 'prompt-progress')
    expect([told.length, told.every(isOutput)]).toEqual([1, true])
  })

  test('while it waits for a slot: it never runs, and the others go on', async () => {
    const occupants = Array.from({ length: slotsOf(subject) }, () => occupySlot())
    await Promise.all(occupants.map(({ started }) => started))
    const abort = new AbortController()
    const queued = collect(instance.run(short, abort.signal))
    abort.abort()
    expect(await queued).toEqual([])
    for (const { leave } of occupants) expect(await leave()).not.toContain('error')
  })

  test('after its end: nothing happens', async () => {
    const abort = new AbortController()
    const events = await collect(instance.run(short, abort.signal))
    abort.abort()
    expect(events.at(-1)).toEqual(finished)
  })

  test('by a consumer that leaves early: the slot is free again', async () => {
    for (let time = 0; time <= slotsOf(subject); time++) {
      let begun = false
      for await (const event of instance.run(endless(subject), NEVER)) {
        begun = isOutput(event)
        if (begun) break
      }
      expect(begun).toBe(true)
    }
  })

  /** Keeps a slot busy until told to leave; then resolves with the types of the events it saw. */
  function occupySlot() {
    const abort = new AbortController()
    const types: string[] = []
    let begin = () => {}
    const started = new Promise<void>((resolve) => {
      begin = resolve
    })
    async function consume() {
      for await (const event of instance.run(endless(subject), abort.signal)) {
        types.push(event.type)
        if (isOutput(event)) begin()
      }
      return types
    }
    const consumed = consume()
    function leave() {
      abort.abort()
      return consumed
    }
    return { started, leave }
  }
}
