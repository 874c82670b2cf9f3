import { expect, test } from 'vitest'
import { TrivetError } from '../../../core/errors.ts'
import { Words, wordsOf } from './words.ts'

test('a word is a token, the same one whenever it comes', () => {
  const words = new Words()
  expect(words.tokenize('a b  a b')).toEqual([0, 1, 2, 1])
  expect(words.tokenize('a c')).toEqual([0, 3])
  expect(words.detokenize([0, 3, 2])).toBe('a c  a')
})

test('an unknown token is refused', () => {
  expect(() => new Words().detokenize([0])).toThrow(TrivetError)
})

test('white space goes with the word after it', () => {
  expect(['', ' ', 'one', ' one\n\ntwo  three ', '一 二'].map((text) => wordsOf(text))).toEqual([
    [],
    [],
    ['one'],
    [' one', '\n\ntwo', '  three'],
    ['一', ' 二'],
  ])
})
