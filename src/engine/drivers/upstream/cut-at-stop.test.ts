import { expect, test } from 'vitest'
import type { EngineEvent } from '../../../core/event.ts'
import { cutAtStop } from './cut-at-stop.ts'

const usage: EngineEvent = { type: 'usage', promptTokens: 7, completionTokens: 3, cachedTokens: 0 }
const finish: EngineEvent = { type: 'finish', reason: 'stop' }

async function cut(texts: readonly string[], stops: readonly string[]) {
  async function* events(): AsyncGenerator<EngineEvent> {
    for (const text of texts) yield { type: 'text-delta', text, tokens: 1 }
    yield usage
    yield finish
  }
  const told: EngineEvent[] = []
  for await (const event of cutAtStop(events(), stops)) told.push(event)
  const text = told.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
  return { text, rest: told.filter(({ type }) => type !== 'text-delta') }
}

test('ends before the stop string, wherever it is split, and keeps the counts', async () => {
  const expected = { text: 'one ', rest: [usage, { ...finish, stopString: 'two' }] }
  expect(await cut(['one t', 'w', 'o three'], ['x', 'two'])).toEqual(expected)
  expect(await cut(['one two', ' three'], ['two'])).toEqual(expected)
})

test('what only began as one is told', async () => {
  expect(await cut(['one t', 'w'], ['two'])).toEqual({ text: 'one tw', rest: [usage, finish] })
})
