import { expect, test } from 'vitest'
import { promptTail } from './prompt-tail.ts'

test.each([
  ['what fits is left as it is', 'a b c', 448, 'a b c'],
  ['what does not is cut where a word begins', `${'long '.repeat(10)}neverlasting fun`, 2, ' fun'],
  ['one word is cut anywhere', '你'.repeat(5000), 448, '你'.repeat(224 * 16)],
])('%s', (_, prompt, textTokens, expected) => {
  expect(promptTail(prompt, textTokens)).toBe(expected)
})
