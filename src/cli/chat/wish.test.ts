import { expect, test } from 'vitest'
import { wishOf } from './wish.ts'

test('what is given is wished, and nothing else', () => {
  expect(wishOf({})).toEqual({ sampling: {}, maxTokens: null })
  expect(wishOf({ temperature: 0, topP: 0.5, topK: 3, seed: -1, maxTokens: 1 })).toEqual({
    sampling: { temperature: 0, topP: 0.5, topK: 3, seed: 2 ** 32 - 1 },
    maxTokens: 1,
  })
})

test.each([
  [{ maxTokens: 0 }, '--max-tokens: must be at least 1; 0 was given.'],
  [{ maxTokens: 1.5 }, '--max-tokens: must be an integer, not a fraction; 1.5 was given.'],
  [{ temperature: -5 }, '--temperature: must be at least 0; -5 was given.'],
  [{ temperature: 2.1 }, '--temperature: must be at most 2; 2.1 was given.'],
  [{ topK: 1.5 }, '--top-k: must be an integer, not a fraction; 1.5 was given.'],
  [{ topK: -1 }, '--top-k: must be at least 0; -1 was given.'],
  [{ topP: 1.1 }, '--top-p: must be at most 1; 1.1 was given.'],
  [{ seed: 1.5 }, '--seed: must be an integer; 1.5 was given.'],
  [
    { topP: -1, maxTokens: -1 },
    '--top-p: must be at least 0; -1 was given.\n--max-tokens: must be at least 1; -1 was given.',
  ],
])('%j is refused', (flags, reason) => {
  expect(() => wishOf(flags)).toThrow(expect.objectContaining({ code: 'invalid_config', message: reason }))
})
