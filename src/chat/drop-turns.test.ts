import { describe, expect, test } from 'vitest'
import type { ChatMessage, Role } from '../core/chat.ts'
import { droppableTurns, turnsIn, withoutTurns } from './drop-turns.ts'

/** A message a letter: system, developer, user, assistant, tool. */
function conversation(letters: string): ChatMessage[] {
  const roles: Readonly<Record<string, Role>> = { s: 'system', d: 'developer', u: 'user', a: 'assistant', t: 'tool' }
  return Array.from(letters, (letter, place) => ({
    role: roles[letter] ?? 'user',
    content: [{ type: 'text', text: `${place}` }],
  }))
}

describe('turns', () => {
  test.each([
    ['', []],
    ['u', [[0]]],
    [
      'suaua',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ['uatatau', [[0, 1, 2, 3, 4, 5], [6]]],
    [
      'uasua',
      [
        [0, 1],
        [3, 4],
      ],
    ],
    ['auau', [[0, 1, 2], [3]]],
    ['uuau', [[0, 1, 2], [3]]],
    ['sd', []],
    ['uausu', [[0, 1], [2], [4]]],
  ])('of %s', (letters, turns) => {
    expect(turnsIn(conversation(letters))).toEqual(turns)
  })
})

test('the last turn is never dropped', () => {
  expect(['', 's', 'su', 'suau', 'uatat', 'uauau'].map((letters) => droppableTurns(conversation(letters)))).toEqual([
    0, 0, 0, 1, 0, 2,
  ])
})

test('what is dropped goes whole, and system messages stay where they were', () => {
  const messages = conversation('suatasuau')
  const { messages: kept, dropped } = withoutTurns(messages, 1)
  expect(dropped).toEqual([1, 2, 3, 4])
  expect(kept).toEqual([messages[0], messages[5], messages[6], messages[7], messages[8]])
  expect(withoutTurns(messages, 0)).toEqual({ messages, dropped: [] })
})
