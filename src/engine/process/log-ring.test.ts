import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/fakes/clock.ts'
import { createLogRing } from './log-ring.ts'

test('keeps lines, oldest first, without colours, blank lines and carriage returns', () => {
  const ring = createLogRing(new ManualClock())
  const write = ring.writer()
  write(Buffer.from('\x1b[31mred\x1b[0m\r\n\n  \nplain  \n10%\r20%\r'))
  expect(ring.lines()).toEqual(['red', 'plain', '10%', '20%'])
  expect(ring.lastLine()).toBe('20%')
})

test('a line arrives in pieces, and counts before it is finished', () => {
  const ring = createLogRing(new ManualClock())
  const write = ring.writer()
  const turtle = Buffer.from('🐢 fell')
  write(turtle.subarray(0, 2))
  write(turtle.subarray(2))
  expect(ring.lines()).toEqual(['🐢 fell'])
  write(Buffer.from(' over\n'))
  expect(ring.lines()).toEqual(['🐢 fell over'])
})

test('two streams do not cut into each other', () => {
  const ring = createLogRing(new ManualClock())
  const [out, err] = [ring.writer(), ring.writer()]
  out(Buffer.from('one '))
  err(Buffer.from('error\n'))
  out(Buffer.from('two\n'))
  expect(ring.lines()).toEqual(['error', 'one two'])
})

test('is bounded in lines and in their length', () => {
  const ring = createLogRing(new ManualClock())
  const write = ring.writer()
  for (let line = 1; line <= 1000; line++) write(Buffer.from(`${line}\n`))
  expect(ring.lines()).toHaveLength(200)
  expect(ring.lines().at(0)).toBe('801')
  for (let chunk = 0; chunk < 100; chunk++) write(Buffer.from('.'.repeat(100)))
  expect(ring.lastLine()).toBe('.'.repeat(1000))
})

test('has no last line when nothing was said', () => {
  expect(createLogRing(new ManualClock()).lastLine()).toBe('')
})

test('tells what is recent', () => {
  const clock = new ManualClock()
  const ring = createLogRing(clock)
  const write = ring.writer()
  write(Buffer.from('old\n'))
  clock.advance(1)
  write(Buffer.from('new\nunfinished'))
  clock.advance(1000)
  expect(ring.recent(1000)).toEqual(['new', 'unfinished'])
  expect(ring.recent(1001)).toEqual(['old', 'new', 'unfinished'])
})
