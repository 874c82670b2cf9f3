import { expect, test } from 'vitest'
import { lastWords } from './last-words.ts'

const BACKTRACE = [
  '/lib/libggml-base.so(+0x1a2b3)[0x7f01]',
  '/lib/libggml-base.so(ggml_abort+0x152)[0x7f02]',
  '#3  0x00007f03 in ggml_abort () from libggml-base.so',
]

test.each([
  [
    'an assertion before its backtrace',
    ['ggml.c:12: GGML_ASSERT(n > 0) failed', ...BACKTRACE],
    'ggml.c:12: GGML_ASSERT(n > 0) failed',
  ],
  [
    'what a C++ exception says, rather than that there was one',
    ["terminate called after throwing an instance of 'std::runtime_error'", '  what():  no more cells'],
    'what():  no more cells',
  ],
  [
    'an error of the child itself',
    ['uncaught TypeError: x is not a function', '    at failing (a.js:1:1)'],
    'uncaught TypeError: x is not a function',
  ],
  ['the last of several', ['CUDA error: first', 'attach_threadpool: call', 'CUDA error: second'], 'CUDA error: second'],
  ['nothing, when all was well', ['attach_threadpool: call', 'loaded'], ''],
  ['nothing, when it said nothing', [], ''],
])('%s', (_, lines, expected) => {
  expect(lastWords(lines, () => false)).toBe(expected)
})

test('what the driver knows as ordinary is passed over', () => {
  const lines = ['error: the true reason', 'decode: failed, as always']
  expect(lastWords(lines, (line) => line.endsWith('as always'))).toBe('error: the true reason')
})
