import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineTask } from '../../../src/core/task.ts'
import type { EngineInstance } from '../../../src/engine/driver.ts'
import { answerTo, type ConformanceSubject, collect, NEVER, start, textOf, tokensOf, usageOf } from './subject.ts'

export function workingConformance(subject: ConformanceSubject): void {
  const { prompts } = subject
  let instance: EngineInstance

  beforeAll(async () => {
    instance = await start(subject)
  })
  afterAll(() => instance.stop(10_000))

  const answer = (task: EngineTask) => collect(instance.run(task, NEVER))

  test('events come in the documented order, and count truly', async () => {
    const events = await answer(answerTo(subject, prompts.short, 4))
    expect(events.map(({ type }) => type).join(' ')).toMatch(/^(prompt-progress )*(text-delta )+usage finish$/)
    const { promptTokens } = usageOf(events)
    expect(promptTokens).toBeGreaterThan(0)
    for (const event of events) {
      if (event.type !== 'prompt-progress') continue
      // What another server's prompt has is estimated until it tells.
      if (event.total !== 0 && !event.estimated) expect(event.total).toBe(promptTokens)
      expect(event.done).toBeLessThanOrEqual(event.total)
    }
  })

  test.each([1, 3])('maxTokens %i gives exactly as many, and the reason `length`', async (maxTokens) => {
    const events = await answer(answerTo(subject, prompts.short, maxTokens))
    expect(usageOf(events).completionTokens).toBe(maxTokens)
    expect(tokensOf(events)).toBe(maxTokens)
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })

  test('more tasks than slots all finish, each with the answer it gets alone', async () => {
    const tasks = [4, 3, 2, 1, 4, 3, 2].map((maxTokens) => answerTo(subject, prompts.short, maxTokens))
    const alone = []
    for (const task of tasks) alone.push(textOf(await answer(task)))
    expect(alone[0]).not.toBe('')
    const together = await Promise.all(tasks.map(answer))
    expect(together.map(textOf)).toEqual(alone)
    expect(together.map((events) => events.at(-1)?.type)).toEqual(tasks.map(() => 'finish'))
  })

  test('a refused task is an error with its reason, and the next one works', async () => {
    const limit = instance.capabilities.contextTokens
    const [refused, ...more] = await answer(answerTo(subject, prompts.tooLong, 1))
    const details = { limit, prompt: expect.toSatisfy((tokens) => tokens === 'more' || tokens >= limit) }
    expect(refused).toEqual({ type: 'error', error: { code: 'context_length_exceeded', details, param: null } })
    expect(more).toEqual([])
    expect((await answer(answerTo(subject, prompts.short, 2))).at(-1)).toEqual({ type: 'finish', reason: 'length' })
  })
}
