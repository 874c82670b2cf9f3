import { expect, test } from 'vitest'
import type { FoundToken } from './native/model.ts'
import { wordsOf } from './words.ts'

const token = (text: string, start: number): FoundToken => ({ id: 1, text, logprob: 0, start, end: start + 1 })
const segment = (text: string, ...tokens: FoundToken[]) => ({ text, start: 0, end: 9, silence: 0, tokens })

test('tokens belong to the word that they go on with', () => {
  expect(
    wordsOf(
      segment(
        ' Hello wörld.',
        token(' Hel', 0),
        token('lo', 1),
        token(' w\uFFFD', 2),
        token('\uFFFDrld', 3),
        token('.', 4),
      ),
    ),
  ).toEqual([
    { word: 'Hello', start: 0, end: 2 },
    { word: 'wörld.', start: 2, end: 5 },
  ])
})

test('what blanks do not part is one word, and nothing is none', () => {
  expect(wordsOf(segment('你好 吗', token('你', 0), token('好', 1), token(' 吗', 2)))).toHaveLength(2)
  expect(wordsOf(segment('a b', token('a', 0), token('b', 1)))).toEqual([{ word: 'a b', start: 0, end: 9 }])
  expect(wordsOf(segment(' '))).toEqual([])
})
