import { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { readEvents } from './sse.ts'

async function read(...pieces: readonly (string | Uint8Array)[]): Promise<unknown[]> {
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece))
  const events: unknown[] = []
  for await (const event of readEvents(ReadableStream.from(bytes) as globalThis.ReadableStream<Uint8Array>))
    events.push(event)
  return events
}

test('events are read however they are cut, without comments and the end mark', async () => {
  const text = ': ping\n\nevent: a\ndata: {"text":"é"}\n\ndata: [1,\ndata: 2]\r\n\r\ndata: [DONE]\n\n'
  const bytes = new TextEncoder().encode(text)
  for (let at = 0; at <= bytes.length; at++) {
    expect(await read(bytes.slice(0, at), bytes.slice(at))).toEqual([{ text: 'é' }, [1, 2]])
  }
})

test('an event that is cut off is none', async () => {
  expect(await read('data: 1\n\ndata: 2\n')).toEqual([1])
})
