import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EngineTask } from '../../../src/core/task.ts'
import type { EngineInstance } from '../../../src/engine/driver.ts'
import { type ConformanceSubject, collect, NEVER, start, taskOn, usageOf } from './subject.ts'

export function tokenizingConformance(subject: ConformanceSubject): void {
  const { short } = subject.prompts
  const finish = { type: 'finish', reason: 'stop' }
  let instance: EngineInstance

  beforeAll(async () => {
    instance = await start(subject)
  })
  afterAll(() => instance.stop(10_000))

  const answer = (task: EngineTask) => collect(instance.run(task, NEVER))

  async function tokenize(text: string): Promise<readonly number[]> {
    const events = await answer({ kind: 'tokenize', text, addSpecial: true, parseSpecial: true })
    expect(events).toEqual([{ type: 'tokens', ids: expect.any(Array) }, finish])
    return events.flatMap((event) => (event.type === 'tokens' ? event.ids : []))
  }

  test('a text has as many tokens as a prompt of it, all of them in the vocabulary', async () => {
    const ids = await tokenize(short)
    expect(ids).toHaveLength(usageOf(await answer(taskOn(subject, short))).promptTokens)
    expect(ids.every((id) => Number.isInteger(id) && id >= 0 && id < instance.model.vocabularyTokens)).toBe(true)
  })

  test('its tokens are the text again', async () => {
    const tokens = await tokenize(short)
    const text = { type: 'text-delta', text: short, tokens: tokens.length }
    expect(await answer({ kind: 'detokenize', tokens })).toEqual([text, finish])
  })

  test('no text has no tokens', async () => {
    expect(await answer({ kind: 'tokenize', text: '', addSpecial: false, parseSpecial: true })).toEqual([
      { type: 'tokens', ids: [] },
      finish,
    ])
  })

  test('a token that the vocabulary does not have is refused', async () => {
    const error = { code: 'invalid_value', details: { reason: expect.stringContaining('999999') }, param: 'tokens' }
    expect(await answer({ kind: 'detokenize', tokens: [999_999] })).toEqual([{ type: 'error', error }])
  })
}
