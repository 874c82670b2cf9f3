import { expect, test } from 'vitest'
import { sseReader } from './sse.ts'

/** Feeds the text in pieces of `size` bytes. */
function read(text: string, size: number): string[] {
  const events: string[] = []
  const reader = sseReader((data) => events.push(data))
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) reader.feed(bytes.subarray(at, at + size))
  return events
}

const STREAM =
  'data: {"a":"日本👩"}\n\n: ping\n\nevent: message\ndata: two\ndata: lines\n\ndata:tight\r\n\r\ndata:\n\ndata: [DONE]\n\n'

test.each([1, 2, 3, 7, 1000])('the same events in pieces of %i bytes', (size) => {
  expect(read(STREAM, size)).toEqual(['{"a":"日本👩"}', 'two\nlines', 'tight', '', '[DONE]'])
})

test('an event is told when its empty line is there, not before', () => {
  expect(read('data: x\n', 100)).toEqual([])
})
