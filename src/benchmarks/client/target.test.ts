import { expect, test } from 'vitest'
import { baseUrl, oneEach } from './target.ts'

test('a base URL has a path and no slash at its end', () => {
  expect(String(baseUrl('http://h:1'))).toBe('http://h:1/v1')
  expect(String(baseUrl('http://h:1/v1/'))).toBe('http://h:1/v1')
  expect(String(baseUrl('https://h/api/openai'))).toBe('https://h/api/openai')
  expect(() => baseUrl('localhost')).toThrow('--url localhost is not a URL')
  const message = expect.not.stringContaining('hidden')
  expect(() => baseUrl('http://me:hidden@h:1')).toThrow(expect.objectContaining({ code: 'invalid_value', message }))
})

test("one value is everyone's; otherwise one each", () => {
  expect(oneEach('--model', [], 2)).toEqual([null, null])
  expect(oneEach('--model', ['a'], 2)).toEqual(['a', 'a'])
  expect(oneEach('--model', ['a', 'b'], 2)).toEqual(['a', 'b'])
  expect(() => oneEach('--model', ['a', 'b'], 3)).toThrow('--model was given 2 times for 3 URLs')
})
