import { expect, test } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { createEvents } from './events.ts'

function ring(count: number, capacity = 4) {
  const clock = new ManualClock()
  const events = createEvents(clock, capacity)
  for (let i = 1; i <= count; i++) events.add({ level: 'info', type: 'test', message: `${i}` })
  const page = (cursor: number, limit = 10) => {
    const { items: found, ...rest } = events.after(cursor, limit)
    return { ids: found.map(({ id }) => id), ...rest }
  }
  return { events, page, clock }
}

test('an event knows when it was, and is told to who listens', () => {
  const { events, clock } = ring(0)
  const heard: unknown[] = []
  const stop = events.onAdded((event) => heard.push(event))
  events.add({ level: 'error', type: 'model.crashed', model: 'm', message: 'It crashed.' })
  stop()
  events.add({ level: 'info', type: 'test', message: 'unheard' })
  const event = { id: 1, atMs: clock.now(), level: 'error', type: 'model.crashed', model: 'm', message: 'It crashed.' }
  expect(heard).toEqual([event])
  expect(events.latest(2)).toEqual([event, expect.objectContaining({ id: 2, model: null })])
})

test.each([
  ['from the beginning', 3, 0, { ids: [1, 2, 3], nextCursor: 3, latestCursor: 3 }],
  ['after one', 3, 2, { ids: [3], nextCursor: 3, latestCursor: 3 }],
  ['after the last', 3, 3, { ids: [], nextCursor: 3, latestCursor: 3 }],
  ['when nothing ever happened', 0, 0, { ids: [], nextCursor: 0, latestCursor: 0 }],
  ['from the oldest that is kept', 6, 0, { ids: [3, 4, 5, 6], nextCursor: 6, latestCursor: 6 }],
  ['after the newest that is forgotten', 6, 2, { ids: [3, 4, 5, 6], nextCursor: 6, latestCursor: 6 }],
])('events are read %s', (_, count, cursor, expected) => {
  expect(ring(count).page(cursor)).toEqual({ ...expected, hasMore: false, resetRequired: false })
})

test('a page ends where it is full, and the next goes on from there', () => {
  const { page } = ring(3)
  expect(page(0, 2)).toEqual({ ids: [1, 2], nextCursor: 2, latestCursor: 3, hasMore: true, resetRequired: false })
  expect(page(2, 2)).toEqual({ ids: [3], nextCursor: 3, latestCursor: 3, hasMore: false, resetRequired: false })
})

test.each([
  ['is too old', 6, 1, [3, 4, 5, 6], 6],
  ['is of another process', 2, 9, [1, 2], 2],
  ['is of another process, and nothing has happened in this', 0, 9, [], 0],
])('a cursor that %s begins anew', (_, count, cursor, ids, nextCursor) => {
  expect(ring(count).page(cursor)).toEqual({
    ids,
    nextCursor,
    latestCursor: count,
    hasMore: false,
    resetRequired: true,
  })
})
