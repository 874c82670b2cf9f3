import { expect, test } from 'vitest'
import { warningsHeader } from './warnings.ts'

test('nothing ignored, no header', () => {
  expect(warningsHeader([])).toBeNull()
})

test('names, made safe for a header', () => {
  expect(warningsHeader(['foo', 'messages.0.cache_control', 'a\r\nset-cookie: x', 'ключ'])).toBe(
    'ignored: foo, messages.0.cache_control, a??set-cookie: x, ????',
  )
})

test('a client can not make it endless', () => {
  const header = warningsHeader(Array.from({ length: 1000 }, (_, index) => `f${index}`))
  expect(header).toMatch(/^ignored: f0, f1, .*, f31 and 968 more$/)
})
