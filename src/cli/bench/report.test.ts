import { expect, test } from 'vitest'
import type { Result } from '../../benchmarks/client/rounds.ts'
import { linesOfTargets } from './lines.ts'
import { report } from './report.ts'

const targets = ['http://a/v1', 'http://b/v1'].map((url) => ({ url: new URL(url), model: 'm', apiKey: null }))

function result(target: number, round: number, speed: number, failure: string | null = null): Result {
  return {
    ...{ target, round, concurrency: 4 },
    summary: {
      ...{ requests: 8, failures: failure === null ? 0 : 1, failure, promptTokens: 99.6, completionTokens: 16 },
      ttftMs: { p50: 100 / speed, p95: null, p99: null },
      gapMs: { p50: 10 / speed, p95: 2, p99: 3 },
      ...{ tokensPerSecond: speed, decodePerSecond: 2 * speed, bursts: 0 },
      ...{ requestsPerSecond: speed / 16, goodPerSecond: null },
    },
  }
}

test('a line for each target and level, failures in words, and gains with their range', () => {
  const results = [result(0, 0, 10), result(1, 0, 5), result(1, 1, 8, 'HTTP 429'), result(0, 1, 20)]
  expect(report(targets, results)).toBe(
    `
A  http://a/v1  m
B  http://b/v1  m

   clients  requests  failed  prompt  answer  TTFT p50  p95  p99 ms  gap p50  p95   p99 ms  tok/s  decode/s  req/s  good/s
A  4        16        0       100     16      7.5       –    –       0.75     2.00  3.00    15.0   30.0      0.94   –
B  4        16        1       100     16      16.3      –    –       1.63     2.00  3.00    6.5    13.0      0.41   –

B failed: HTTP 429

Times better than A, the median of rounds and their range:
       clients  metric    gain  range
B / A  4        tok/s     0.45  0.40 – 0.50  worse
B / A  4        req/s     0.45  0.40 – 0.50  worse
B / A  4        TTFT p50  0.45  0.40 – 0.50  worse
B / A  4        gap p50   0.45  0.40 – 0.50  worse`.slice(1),
  )
})

test('one target has no comparison; a round that is faster once and slower once says nothing', () => {
  expect(report(targets.slice(0, 1), [result(0, 0, 10)]).split('\n\n')).toHaveLength(2)
  const results = [result(0, 0, 10), result(1, 0, 5), result(0, 1, 10), result(1, 1, 20)]
  expect(report(targets, results)).toContain('tok/s     1.25  0.50 – 2.00  unclear')
})

test('answers that came in one piece are counted for each target', () => {
  const inOnePiece = (each: Result, bursts: number) => ({ ...each, summary: { ...each.summary, bursts } })
  const results = [inOnePiece(result(0, 0, 10), 3), inOnePiece(result(0, 1, 10, 'HTTP 429'), 2), result(1, 0, 5)]
  const text = report(targets, results)
  expect(text).toContain('A: 5 of 15 answers came in one piece, which tells no decode/s; they are left out of it.')
  expect(text).not.toContain('B: ')
})

test('of several targets, a plot has each under its letter; levels that nothing tells of are no points', () => {
  const silent = result(1, 1, 8)
  const results = [result(0, 0, 10), result(1, 0, 5), { ...silent, concurrency: 8 }]
  const told = results.map((each) =>
    each.concurrency === 8 ? { ...each, summary: { ...each.summary, decodePerSecond: null } } : each,
  )
  expect(linesOfTargets(targets, told)).toEqual([
    { name: 'A  m at a', points: [[4, 20]] },
    { name: 'B  m at b', points: [[4, 10]] },
  ])
  expect(linesOfTargets(targets.slice(0, 1), told)[0]?.name).toBe('m at a')
})
