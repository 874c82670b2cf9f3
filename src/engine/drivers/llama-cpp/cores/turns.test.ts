import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HastyClock } from '../../../../../test/fakes/hasty-clock.ts'
import { type Clock, systemClock } from '../../../../core/clock.ts'
import { openFileLocks } from '../native/file-lock.ts'
import { needsTurns } from './among-engines.ts'
import { coreTurns } from './turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-turns-'))
const opened: number[] = []
afterAll(() => {
  for (const descriptor of opened) closeSync(descriptor)
  rmSync(folder, { recursive: true })
})

/** The turns of one engine among those that share a name. */
function engine(name: string, clock: Clock = systemClock) {
  const lock = (part: string) => {
    const descriptor = openSync(join(folder, `${name}-${part}`), 'a')
    opened.push(descriptor)
    const locks = openFileLocks()
    if (locks === null) throw new Error('no locks here')
    return locks(descriptor)
  }
  return coreTurns(lock('next'), lock('cores'), clock)
}

test.each([
  [1, 1, false],
  [1, 8, false],
  [2, 2, true],
  [4, 8, false],
  [5, 8, true],
])('%i threads on %i cores: turns %s', (threads, cores, expected) => {
  expect(needsTurns(threads, cores)).toBe(expected)
})

test.skipIf(process.platform === 'win32')(
  'one computes at a time, and who waits comes before who has had a turn',
  async () => {
    const [a, b] = [engine('fair'), engine('fair')]
    const order: string[] = []
    await a.take()
    const other = b.take().then(() => {
      order.push('b')
      b.give()
    })
    for (let turn = 0; turn < 3; turn++) {
      order.push('a')
      a.give()
      await a.take()
    }
    a.give()
    await other
    expect(order.indexOf('b')).toBe(1)
  },
)

test.skipIf(process.platform === 'win32')('nobody waits for good', async () => {
  const clock = new HastyClock()
  const [stuck, other] = [engine('stuck'), engine('stuck', clock)]
  await stuck.take()
  await other.take()
  expect(clock.waits.reduce((sum, ms) => sum + ms, 0)).toBe(2000)
  other.give()
})
