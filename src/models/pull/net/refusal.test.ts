import { expect, test } from 'vitest'
import { retryAfterSeconds } from '../../../core/retry-after.ts'
import { refusal } from './refusal.ts'
import { Transient } from './transient.ts'

const NOW = Date.parse('2026-11-30T03:00:00Z')
const answer = (status: number, headers: Record<string, string> = {}, more: object = {}) =>
  refusal({ status, headers, url: 'https://hub/x', tokenSent: false, tokenHint: 'Set HF_TOKEN.', ...more }, NOW)

test('who is not let in is told how to be', () => {
  expect(answer(401).message).toBe('https://hub/x is open only to those it knows (401): Set HF_TOKEN.')
  expect(answer(403, { 'x-error-code': 'GatedRepo' }, { tokenSent: true }).message).toContain(
    'wants its terms accepted',
  )
  expect(answer(401, { 'x-error-code': 'RepoNotFound' }).message).toContain('does not exist, or is private')
  expect(answer(401, {}, { tokenHint: null }).message).toContain('has no way to log in')
})

test.each([
  [429, { 'retry-after': '20' }, 20_000, 'source_rate_limited'],
  [429, { ratelimit: '"api";r=0;t=55' }, 55_000, 'source_rate_limited'],
  [429, {}, null, 'source_rate_limited'],
  [503, { 'retry-after': 'Mon, 30 Nov 2026 03:00:05 GMT' }, 5_000, 'upstream_error'],
  [500, {}, null, 'upstream_error'],
  [408, {}, null, 'upstream_error'],
])('status %i %j may pass', (status, headers, afterMs, code) => {
  const transient = answer(status, headers)
  expect(transient).toBeInstanceOf(Transient)
  expect(transient).toMatchObject({ afterMs, error: { code } })
})

test.each([
  [404, 'source_not_found'],
  [410, 'source_not_found'],
  [400, 'upstream_error'],
])('status %i stays', (status, code) => {
  expect(answer(status)).toMatchObject({ code })
})

test.each([
  ['7', 7],
  ['Mon, 30 Nov 2026 03:01:00 GMT', 60],
  ['Mon, 30 Nov 2026 02:00:00 GMT', 0],
  ['soon', null],
  [undefined, null],
])('retry-after: %s', (header, seconds) => {
  expect(retryAfterSeconds(header, NOW)).toBe(seconds)
})
