import { expect, test } from 'vitest'
import { formatBytes, formatDuration, formatFacts, formatParameters } from './format.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1500, '1.5 kB'],
  [123_456_789, '123 MB'],
  [4.2e9, '4.2 GB'],
  [7e15, '7000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test.each([
  [0, '0 ms'],
  [349.6, '350 ms'],
  [4200, '4.2 s'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [2_000_000, '2M'],
  [596_049_920, '596M'],
  [1.72e9, '1.7B'],
  [8e9, '8B'],
  [32.8e9, '33B'],
])('%d parameters are %s', (count, text) => {
  expect(formatParameters(count)).toBe(text)
})

test('facts that are not known are left out', () => {
  expect(formatFacts(['7B', null, 'loaded'])).toBe('7B · loaded')
})
