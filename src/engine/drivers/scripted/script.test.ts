import { expect, test } from 'vitest'
import { parseScript } from './script.ts'

test('what a script leaves out has a default', () => {
  expect(parseScript('{"replies":[{"steps":[{"text":"Hi"}]}]}')).toEqual({
    contextTokens: 4096,
    embeddingSize: null,
    logits: false,
    refuses: [],
    model: {
      chatTemplate: null,
      bosToken: '',
      eosToken: '',
      addsBos: false,
      description: 'scripted',
      parameters: 0,
      vocabularyTokens: 256,
    },
    load: [],
    replies: [{ steps: [{ text: 'Hi', tokens: 1, repeat: 1 }] }],
  })
})

test.each([
  ['{', /^not JSON: /],
  ['{}', /^not a script:\n.*replies/s],
  ['{"replies":[],"reply":[]}', /Unrecognized key: "reply"/],
  ['{"replies":[{"steps":[{"txt":"Hi"}]}]}', /replies\[0\]\.steps\[0\]/],
  ['{"replies":[],"load":[{"progress":2}]}', /load\[0\]\.progress/],
  ['{"replies":[],"load":[{"crash":"rm -rf"}]}', /load\[0\]\.crash/],
  ['{"replies":[],"refuses":["top_k"]}', /refuses\[0\]/],
])('%s is refused in words', (text, message) => {
  expect(() => parseScript(text)).toThrow(message)
})
