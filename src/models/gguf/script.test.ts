import { expect, test } from 'vitest'
import { type Script, scriptTokens, wordsOf } from './script.ts'

const texts = (script: Script) => scriptTokens(script).map((token) => token.text)

test('words keep the space before them; the rest goes a character at a time', () => {
  expect(wordsOf('Hi, two  words\n日本語 👩‍👧!')).toEqual([
    ...['Hi', ',', ' two', ' ', ' words', '\n', '日本語', ' ', '👩', '\u200d', '👧', '!'],
  ])
})

test('a word is one token the first time and bytes after that', () => {
  expect(texts('the cat the cat')).toEqual([
    ...['the', '▁cat', '▁the'],
    ...['<0x20#3>', '<0x63#4>', '<0x61#5>', '<0x74#6>'],
  ])
})

test('what a prompt could contain as a token is bytes: one or two characters', () => {
  expect(texts('Hi é')).toEqual(['<0x48#0>', '<0x69#1>', '<0x20#2>', '<0xC3#3>', '<0xA9#4>'])
})

test('what llama.cpp would take for something else is bytes', () => {
  for (const piece of ['<|im_end|>', '<end_of_turn>', '[EOT]', 'a▁b', 'a\0b'])
    expect(texts([piece])).toHaveLength(Buffer.byteLength(piece))
})

test('given pieces are kept; bytes are never joined', () => {
  expect(texts(['one token of words', Uint8Array.of(0xf0, 0x9f)])).toEqual([
    'one▁token▁of▁words',
    '<0xF0#1>',
    '<0x9F#2>',
  ])
})

test('no two tokens of a script have the same text', () => {
  const all = texts('again and again and again, 👩‍👩‍👧👩‍👩‍👧 ää')
  expect(new Set(all).size).toBe(all.length)
})
