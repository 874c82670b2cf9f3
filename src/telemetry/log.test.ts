import { expect, test } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { createLog, isAtLeast, readLine } from './log.ts'
import { createLogger } from './logger.ts'

function writing(capacity = 3) {
  const clock = new ManualClock()
  const log = createLog(clock, capacity)
  const logger = createLogger({ level: 'debug', pretty: false, destination: { write() {} }, listener: log })
  return { log, logger, first: clock.now(), lines: () => log.latest(99).map(readLine) }
}

test('the last lines are kept, numbered from when the process began', () => {
  const { logger, lines, first } = writing()
  for (const word of ['one', 'two', 'three', 'four']) logger.info({ model: 'm' }, word)
  logger.child({ requestId: 'r' }).warn('five')
  expect(lines()).toEqual([
    {
      id: first + 2,
      atMs: expect.any(Number),
      level: 'info',
      message: 'three',
      requestId: null,
      fields: { model: 'm' },
    },
    {
      id: first + 3,
      atMs: expect.any(Number),
      level: 'info',
      message: 'four',
      requestId: null,
      fields: { model: 'm' },
    },
    { id: first + 4, atMs: expect.any(Number), level: 'warn', message: 'five', requestId: 'r', fields: {} },
  ])
})

test('of a line that is too long stays what it is about', () => {
  const { logger, lines, log } = writing()
  logger.child({ requestId: 'r' }).error({ detail: 'x'.repeat(100_000) }, 'y'.repeat(100_000))
  expect(lines()).toMatchObject([{ level: 'error', message: 'y'.repeat(1024), requestId: 'r', fields: { cut: true } }])
  expect(log.latest(1)[0]?.text.length).toBeLessThan(4096)
})

test('levels are compared by weight', () => {
  const { logger, lines } = writing()
  logger.debug('low')
  logger.warn('high')
  expect(
    lines()
      .filter((line) => isAtLeast(line, 'info'))
      .map(({ message }) => message),
  ).toEqual(['high'])
})
