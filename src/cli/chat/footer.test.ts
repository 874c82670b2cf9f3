import { expect, it } from 'vitest'
import { type AnswerStats, footer } from './footer.ts'

it.each<[AnswerStats, string]>([
  [{ tokens: 21, firstTextMs: 120.4, totalMs: 1120.4, finish: 'stop' }, '21 tokens · 20.0 tok/s · first after 120 ms'],
  [{ tokens: 1, firstTextMs: 50, totalMs: 60, finish: 'stop' }, '1 token · first after 50 ms'],
  [{ tokens: 3, firstTextMs: 50, totalMs: 50, finish: 'stop' }, '3 tokens · first after 50 ms'],
  [{ tokens: 0, firstTextMs: null, totalMs: 9, finish: null }, '0 tokens · interrupted'],
  [
    { tokens: 5, firstTextMs: 0, totalMs: 1000, finish: 'length' },
    '5 tokens · 4.0 tok/s · first after 0 ms · cut at the token limit',
  ],
])('%j reads "%s"', (stats, text) => {
  expect(footer(stats)).toBe(text)
})
