import { expect, test } from 'vitest'
import { modelName } from './model-name.ts'
import type { SourceVocabulary } from './vocabulary.ts'

const PHI = ['</s>', '<unk>', '<s>', '<|endoftext|>']
const END = { id: 9, content: '<|end|>', special: true }

function named(name: string, texts: readonly string[], stripsAfter: boolean) {
  const tokens: SourceVocabulary['tokens'] = new Map(texts.map((text, id) => [id, { text, type: 'normal' }]))
  const warnings: string[] = []
  const vocabulary: SourceVocabulary = { model: 'llama', pre: 'default', tokens, metadata: [] }
  return [modelName(name, [{ ...END, stripsAfter }], vocabulary, warnings), warnings.length]
}

test('a name says Phi-3 exactly where spaces after special tokens are dropped', () => {
  expect(named('mine', PHI, true)).toEqual(['Phi-3 mine', 0])
  expect(named('phi3-mine', PHI, true)).toEqual(['phi3-mine', 0])
  expect(named('Phi-3-mine', PHI, false)).toEqual(['Phi 3-mine', 0])
  expect(named('phi3', ['<s>'], false)).toEqual(['Phi 3', 0])
})

test('where llama.cpp can not drop them, that is told', () => {
  expect(named('mine', ['<s>'], true)).toEqual(['mine', 1])
})
