import { expect, test } from 'vitest'
import { censored } from './censor.ts'

test.each([
  ['key tvt-0123456789abcdefghij was', 'key tvt-*** was'],
  ['hf_0123456789abcdefghij', 'hf_***'],
  ['authorization: Bearer abc.def-123', 'authorization: Bearer ***'],
  ['GET https://me:secret@hub.example/x', 'GET https://***@hub.example/x'],
  ['https://cdn.example/f?X-Amz-Signature=abc&n=1', 'https://cdn.example/f?X-Amz-Signature=***&n=1'],
  ['?api_key=abc', '?api_key=***'],
])('%s', (text, shown) => {
  expect(censored(text)).toBe(shown)
})

test.each(['model ready', 'https://hub.example/a@b', 'the bearer of news', 'https://h/x?n=1', 'tvt-short'])(
  '%s holds nothing secret',
  (text) => {
    expect(censored(text)).toBe(text)
  },
)
