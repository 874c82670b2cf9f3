import { expect, test } from 'vitest'
import { countOf } from './count.ts'

test('a whole number of at least 1 is taken as it is, and none as none', () => {
  expect([countOf('--max-tokens', '5'), countOf('--max-tokens', undefined)]).toEqual([5, undefined])
})

test.each(['-5', '0', '1.5', 'many', '', '9007199254740993'])('%j is refused by the name of the flag', (text) => {
  const message = `--max-tokens must be a whole number from 1 to 9007199254740991; it is ${JSON.stringify(text)}.`
  expect(() => countOf('--max-tokens', text)).toThrow(expect.objectContaining({ code: 'invalid_value', message }))
})
