import { expect, test } from 'vitest'
import type { ChatMessage } from '../core/chat.ts'
import { turnsOf } from './prefill.ts'
import { oneCallATurn } from './turns.ts'

const COUNT = 100_000

test('each call of a turn is followed by its own result, however many there are', () => {
  const toolCalls = Array.from({ length: COUNT }, (_, at) => ({ id: `call-${at}`, name: 'f', arguments: '{}' }))
  const results = toolCalls.map(({ id }): ChatMessage => ({ role: 'tool', content: [], toolCallId: id }))
  const turns = oneCallATurn([{ role: 'assistant', content: [], toolCalls }, ...results.toReversed()])
  expect(turns).toHaveLength(2 * COUNT)
  expect(turns.flatMap((turn) => turn.toolCallId ?? [])).toEqual(toolCalls.map(({ id }) => id))
  expect(turns.flatMap((turn) => turn.toolCalls ?? [])).toEqual(toolCalls)
})

test('an end of any number of empty answers is no end', () => {
  const question: ChatMessage = { role: 'user', content: [{ type: 'text', text: 'a' }] }
  const empty = Array.from({ length: COUNT }, (): ChatMessage => ({ role: 'assistant', content: [] }))
  expect(turnsOf([question, ...empty])).toEqual({ messages: [question], continued: false })
})
