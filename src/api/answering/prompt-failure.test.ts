import { expect, test } from 'vitest'
import { promptFailure } from './prompt-failure.ts'

test.each([
  ['invalid_value', 'prompt', 'messages'],
  ['context_length_exceeded', null, 'messages'],
  ['invalid_value', 'logit_bias', 'logit_bias'],
  ['engine_error', null, null],
] as const)('%s about %s is about %s where the prompt is made of messages', (code, param, field) => {
  expect(promptFailure({ code, details: {}, param }, 'messages')).toMatchObject({ code, param: field })
})
