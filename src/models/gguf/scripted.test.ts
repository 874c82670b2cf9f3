import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { GgufModel } from './format.ts'
import { halfValue } from './half.ts'
import type { Script } from './script.ts'
import { buildScripted, scriptedModel } from './scripted.ts'

/** Rows of a matrix of half-precision numbers. */
function rows(model: GgufModel, name: string): number[][] {
  const found = model.tensors.find((tensor) => tensor.name === name)
  if (found === undefined) throw new RangeError(name)
  const bits = new Uint16Array(Uint8Array.from(found.data).buffer)
  const width = found.shape[0] ?? 0
  return Array.from({ length: bits.length / width }, (_, row) =>
    Array.from(bits.subarray(row * width, (row + 1) * width), halfValue),
  )
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)

/** What the model says after a newline, computed from its own matrices as llama does with zero blocks. */
function greedy(model: GgufModel, limit: number): { text: string; tokens: number; margins: Set<number> } {
  const texts = model.metadata.get('tokenizer.ggml.tokens')?.value as string[]
  const embeddings = rows(model, 'token_embd.weight')
  const outputs = rows(model, 'output.weight')
  const said: Buffer[] = []
  const margins = new Set<number>()
  let token = texts.indexOf('<0x0A>')
  while (said.length < limit) {
    const logits = outputs.map((row) => dot(row, embeddings[token] ?? []))
    const [best = 0, second = 0] = logits.toSorted((a, b) => b - a)
    margins.add(best - second)
    token = logits.indexOf(best)
    const text = texts[token] ?? ''
    if (text === '<|im_end|>') break
    const byte = /^<0x(..)/.exec(text)?.[1]
    said.push(byte === undefined ? Buffer.from(text.replaceAll('▁', ' ')) : Buffer.from(byte, 'hex'))
  }
  return { text: Buffer.concat(said).toString(), tokens: said.length, margins }
}

const saying = (script: Script, limit = 1000) => greedy(scriptedModel({ script }), limit)

test('says its sentence, then ends its turn, each token 64 ahead of any other', () => {
  expect(greedy(scriptedModel(), 100)).toEqual({
    text: 'Hello from the scripted model.',
    tokens: 6,
    margins: new Set([64]),
  })
})

test.each([
  'one one one one',
  '日本語 と 日本語',
  '🇫🇷👩‍👩‍👧 Ünïcode ёчки',
  'a\nb\n\n <|im_end|> <0x41> ▁ [EOT]',
  'long '.repeat(20),
])('says %j', (text) => {
  expect(saying(text).text).toBe(text)
})

test('says pieces as given', () => {
  expect(saying(['one two', ' three', Buffer.from(' é')])).toMatchObject({ text: 'one two three é', tokens: 5 })
})

test('endless: starts again after its last token', () => {
  expect(greedy(scriptedModel({ script: 'one two', endless: true }), 5).text).toBe('one twoone twoone')
})

test('refuses an empty script and one that is too long', () => {
  expect(() => scriptedModel({ script: '' })).toThrow('a script of 0 tokens')
  expect(() => scriptedModel({ script: [new Uint8Array(2048)] })).toThrow('a script of 2048 tokens')
})

test('the same bytes everywhere', () => {
  expect(createHash('sha256').update(buildScripted()).digest('hex')).toBe(
    '6cc5904bfaeac9260ba07e175c600f7d4b511ca54690d13dce44713fee404561',
  )
})
