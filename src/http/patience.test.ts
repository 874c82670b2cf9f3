import { expect, test } from 'vitest'
import { ManualClock, settled } from '../../test/fakes/clock.ts'
import { json, type Reply } from '../api/endpoint.ts'
import { TrivetError } from '../core/errors.ts'
import { streamToCome, within } from './patience.ts'

async function* two(): AsyncGenerator<unknown> {
  yield 1
  yield 2
}

const never = new Promise<Reply>(() => {})

test('a reply in time is given, a failure in time is thrown, and no timer is left', async () => {
  const clock = new ManualClock()
  const reply = json({})
  expect(await within(Promise.resolve(reply), 15_000, clock)).toBe(reply)
  await expect(within(Promise.reject(new TrivetError('shutting_down')), 15_000, clock)).rejects.toMatchObject({
    code: 'shutting_down',
  })
  await settled()
  expect(clock.pending).toBe(0)
})

test('when the time is over, there is none', async () => {
  const clock = new ManualClock()
  const waited = within(never, 15_000, clock)
  clock.advance(15_000)
  expect(await waited).toBeNull()
})

test('its events come when it does', async () => {
  const seen: unknown[] = []
  const { events, format } = streamToCome(Promise.resolve({ kind: 'events', events: two() }), 'named')
  for await (const event of events) seen.push(event)
  expect([seen, format]).toEqual([[1, 2], 'named'])
})

test('what it fails with is thrown', async () => {
  const { events } = streamToCome(Promise.reject(new TrivetError('shutting_down')), null)
  await expect(events[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'shutting_down' })
})
