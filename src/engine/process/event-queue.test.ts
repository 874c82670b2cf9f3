import { expect, test } from 'vitest'
import type { EngineEvent } from '../../core/event.ts'
import { createEventQueue } from './event-queue.ts'

const delta = (text: string): EngineEvent => ({ type: 'text-delta', text, tokens: 1 })

async function drain(events: AsyncIterable<EngineEvent>) {
  const texts = []
  for await (const event of events) texts.push(event.type === 'text-delta' ? event.text : event.type)
  return texts
}

test('gives what was pushed, before and while it is consumed, until it is closed', async () => {
  const queue = createEventQueue()
  queue.push(delta('a'))
  queue.push(delta('b'))
  const events = queue.events()
  expect((await events.next()).value).toEqual(delta('a'))
  const rest = drain(events)
  queue.push(delta('c'))
  await Promise.resolve()
  queue.push(delta('d'))
  queue.close()
  queue.push(delta('too late'))
  expect(await rest).toEqual(['b', 'c', 'd'])
})

test('a consumer that waits is told of the end', async () => {
  const queue = createEventQueue()
  const rest = drain(queue.events())
  queue.close()
  expect(await rest).toEqual([])
})

test('discarded, it gives nothing more, not even what was waiting', async () => {
  const queue = createEventQueue()
  const events = queue.events()
  queue.push(delta('a'))
  queue.push(delta('b'))
  expect((await events.next()).value).toEqual(delta('a'))
  queue.discard()
  expect(await drain(events)).toEqual([])
})
