import { expect, test } from 'vitest'
import { Float } from './jinja/value.ts'
import { parseAsPython } from './python-json.ts'

test.each([
  ['{"a": [1, -2, 2.5, "x 2.0 \\" 3.0", true, null]}', { a: [1, -2, 2.5, 'x 2.0 " 3.0', true, null] }],
  ['{"a": 2.0, "b": [-1e3, 0.0]}', { a: new Float(2), b: [new Float(-1000), new Float(0)] }],
  ['{"id": 12345678901234567890}', { id: 12345678901234567890n }],
  ['"\\u0000number"', '\0number'],
])('%s', (json, value) => {
  expect(parseAsPython(json)).toEqual(value)
})

test('what is no JSON is refused', () => {
  expect(() => parseAsPython('{"a": 2.}')).toThrow(SyntaxError)
})
