import { expect, test } from 'vitest'
import type { ChatMessage } from './chat.ts'
import { joinNeighbours } from './join-neighbours.ts'

const said = (role: ChatMessage['role'], text: string): ChatMessage => ({ role, content: [{ type: 'text', text }] })

test('neighbours of a role that joins are one message, with all that they said, thought and called', () => {
  const call = { id: '1', name: 'f', arguments: '{}' }
  const messages: ChatMessage[] = [
    { ...said('assistant', 'a'), reasoning: 'x' },
    { ...said('assistant', 'b'), reasoning: 'y', toolCalls: [call] },
    said('tool', 'c'),
    said('tool', 'd'),
  ]
  expect(joinNeighbours(messages, (role) => role !== 'tool')).toEqual([
    {
      role: 'assistant',
      content: [...said('user', 'a').content, ...said('user', 'b').content],
      reasoning: 'xy',
      toolCalls: [call],
    },
    said('tool', 'c'),
    said('tool', 'd'),
  ])
})

test('what was joined is not copied again for every further message', () => {
  let reads = 0
  const counted: ChatMessage = {
    role: 'user',
    get content() {
      reads++
      return said('user', 'a').content
    },
  }
  const [joined] = joinNeighbours(
    Array.from({ length: 100_000 }, () => counted),
    () => true,
  )
  expect(joined?.content).toHaveLength(100_000)
  // Each once, and the first once more for the message that stands for all.
  expect(reads).toBe(100_001)
})
