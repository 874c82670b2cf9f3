import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('an id has its prefix, and is another every time', () => {
  expect(newId('call')).toMatch(/^call_[0-9a-f]{24}$/)
  expect(newId('chatcmpl-')).toMatch(/^chatcmpl-[0-9a-f]{24}$/)
  expect(newId('call')).not.toBe(newId('call'))
})
