import { expect, test } from 'vitest'
import { promptOf, wordsFor } from './prompts.ts'

test('a prompt begins with its label and has so many words more', () => {
  expect(promptOf('a-1', 0)).toBe('a-1')
  expect(promptOf('a-1', 20).split(' ')).toHaveLength(21)
  expect(promptOf('a-1', 20)).toBe(promptOf('a-1', 20))
  expect(promptOf('a-1', 20).slice(4)).not.toBe(promptOf('a-2', 20).slice(4))
})

test('words for a number of tokens: overhead of the template and tokens a word, from two measurements', () => {
  // 20 tokens of template, 1.5 a word.
  expect(wordsFor(170, { words: 8, tokens: 32 }, { words: 32, tokens: 68 })).toBe(100)
  expect(wordsFor(10, { words: 8, tokens: 32 }, { words: 32, tokens: 68 })).toBe(1)
})

test('a server that counts nothing useful gets as many words as tokens', () => {
  expect(wordsFor(100, { words: 8, tokens: 5 }, { words: 32, tokens: 5 })).toBe(100)
})
