import { expect, test } from 'vitest'
import { joinLogprobs, LogprobsWriter } from './logprobs.ts'

const token = (bytes: number[] | string, logprob: number | null = -1) => ({
  bytes: Buffer.from(bytes as string).toString('base64'),
  logprob,
  top: [],
})

test('a character of several tokens has one place; bytes that are no text are spelled out', () => {
  const writer = new LogprobsWriter()
  const [turtle, rest] = [Buffer.from('🐢'), [token('é'), token([0xb7]), token('b')]]
  const told = writer.write([token('a'), token([...turtle.subarray(0, 2)]), token([...turtle.subarray(2)]), ...rest])
  expect(told.tokens).toEqual(['a', 'bytes:\\xf0\\x9f', 'bytes:\\x90\\xa2', 'é', 'bytes:\\xb7', 'b'])
  expect(told.text_offset).toEqual([0, 1, 1, 2, 3, 4])
  expect([...'a🐢é�b'].length).toBe(5)
})

test('places go on from the prompt to the answer, whose tokens may begin with a space more than its text', () => {
  const writer = new LogprobsWriter()
  const echo = writer.echo({ text: 'Hi you', tokens: 3, logprobs: [token(' Hi', null), token(' you')] })
  const told = joinLogprobs([echo, writer.write([token('!')])])
  expect(told.text_offset).toEqual([0, 2, 6])
  expect(told.token_logprobs).toEqual([null, -1, -1])
  expect(told.top_logprobs).toEqual([null, { ' you': -1 }, { '!': -1 }])
})

test('a token without text is not told, and minus infinity is a number', () => {
  const { tokens, token_logprobs } = new LogprobsWriter().write([token('a', Number.NEGATIVE_INFINITY), token('')])
  expect([tokens, token_logprobs]).toEqual([['a'], [-9999]])
})
