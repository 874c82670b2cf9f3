import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { EngineInstance } from '../../../src/engine/driver.ts'
import { type ConformanceSubject, collect, generate, NEVER, slotsOf, start } from './subject.ts'

export function cancellingConformance(subject: ConformanceSubject): void {
  const { prompts } = subject
  let instance: EngineInstance

  beforeAll(async () => {
    instance = await start(subject)
  })
  afterEach(async () => {
    // Whatever was cancelled, every slot still works.
    const tasks = Array.from({ length: slotsOf(subject) }, () =>
      collect(instance.run(generate(prompts.short, 2), NEVER)),
    )
    for (const events of await Promise.all(tasks)) expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })
  afterAll(() => instance.stop(10_000))

  test('before it runs: nothing happens', async () => {
    expect(await collect(instance.run(generate(prompts.short, 4), AbortSignal.abort()))).toEqual([])
  })

  test('while it runs: the stream ends without a finish', async () => {
    const abort = new AbortController()
    const types: string[] = []
    for await (const { type } of instance.run(generate(prompts.endless, null), abort.signal)) {
      types.push(type)
      if (type === 'text-delta') abort.abort()
    }
    expect(types.filter((type) => type !== 'prompt-progress')).toEqual(['text-delta'])
  })

  test('while it waits for a slot: it never runs, and the others go on', async () => {
    const occupants = Array.from({ length: slotsOf(subject) }, () => occupySlot())
    await Promise.all(occupants.map(({ started }) => started))
    const abort = new AbortController()
    const queued = collect(instance.run(generate(prompts.short, 4), abort.signal))
    abort.abort()
    expect(await queued).toEqual([])
    for (const { leave } of occupants) expect(await leave()).not.toContain('error')
  })

  test('after its end: nothing happens', async () => {
    const abort = new AbortController()
    const events = await collect(instance.run(generate(prompts.short, 2), abort.signal))
    abort.abort()
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('by a consumer that leaves early: the slot is free again', async () => {
    for (let time = 0; time <= slotsOf(subject); time++) {
      let last = ''
      for await (const { type } of instance.run(generate(prompts.endless, null), NEVER)) {
        last = type
        if (type === 'text-delta') break
      }
      expect(last).toBe('text-delta')
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
      for await (const { type } of instance.run(generate(prompts.endless, null), abort.signal)) {
        types.push(type)
        if (type === 'text-delta') begin()
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
