import { expect, test } from 'vitest'
import { chooseContextTokens } from './context-tokens.ts'

const GIB = 2 ** 30
const machine = {
  wanted: null,
  trained: 40960,
  absolute: false,
  slots: 4,
  kvBytesPerToken: 114688,
  freeBytes: 16 * GIB,
}

test.each([
  ['as usual', {}, 4096],
  ['as trained, when that is less', { trained: 2048 }, 2048],
  ['half, when memory is short', { freeBytes: 2 * GIB }, 2048],
  ['the least that is of use, however short memory is', { freeBytes: GIB / 64 }, 512],
  ['as usual, when nothing is known', { kvBytesPerToken: null, freeBytes: 0 }, 4096],
  ['as asked', { wanted: 30000 }, 30000],
  ['as asked, beyond what it was trained for', { wanted: 50000, trained: 2048, slots: 1 }, 50000],
  ['no more than it has positions', { wanted: 2048, trained: 512, absolute: true }, 512],
])('%s', (_, wish, tokens) => {
  expect(chooseContextTokens({ ...machine, ...wish })).toBe(tokens)
})

test('what cannot fit is refused with both numbers', () => {
  expect(() => chooseContextTokens({ ...machine, wanted: 200_000 })).toThrow(
    'a context of 200000 tokens for 4 slots needs 85.4 GiB of KV cache, but 16.0 GiB of memory are free.',
  )
})
