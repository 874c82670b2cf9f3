import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mayRetry, openCircuit, stampOf } from './failure.ts'

test.each([
  { what: 'too soon, same file', now: 999, was: 'a', is: 'a', expected: false },
  { what: 'time is up', now: 1000, was: 'a', is: 'a', expected: true },
  { what: 'the file has changed', now: 0, was: 'a', is: 'b', expected: true },
  { what: 'not the file, too soon', now: 999, was: null, is: 'b', expected: false },
  { what: 'not the file, time is up', now: 1000, was: null, is: 'b', expected: true },
])('$what: $expected', ({ now, was, is, expected }) => {
  expect(mayRetry({ retryAt: 1000, fileStamp: was }, now, is)).toBe(expected)
})

test('a stamp changes with the file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-stamp-'))
  const path = join(folder, 'model')
  const missing = await stampOf(path)
  writeFileSync(path, 'one')
  const first = await stampOf(path)
  expect(await stampOf(path)).toBe(first)
  writeFileSync(path, 'longer')
  expect(new Set([missing, first, await stampOf(path)]).size).toBe(3)
  rmSync(folder, { recursive: true })
})

test.each([
  [9_000, 'Try again in 21 s.'],
  [30_000, 'It is tried again when it is next asked for.'],
])('an open circuit says at %d ms: %s', (now, when) => {
  const { told } = openCircuit('m', 3, { how: 'SIGKILL', lastLine: '' }, 30_000)
  expect(told(now).details.reason).toBe(`it crashed 3 times without an answer in between (SIGKILL). ${when}`)
})
