import { expect, test } from 'vitest'
import { preTokenizerOf } from './pre-tokenizer.ts'
import { tokenizerJson } from './tokenizer-json.ts'

/** Expressions of published tokenizer.json files, as llama-vocab.cpp quotes them. */
const LLAMA3 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
const QWEN2 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
const QWEN35 =
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| ?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
const TEKKEN =
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'
const GPT4O =
  "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"

const split = (Regex: string) => ({ type: 'Split', pattern: { Regex }, behavior: 'Isolated' })
const bytes = (use_regex: boolean) => ({ type: 'ByteLevel', add_prefix_space: false, use_regex })

function named(pretokenizers: readonly object[], ignore_merges = false): string {
  const pre_tokenizer = { type: 'Sequence', pretokenizers }
  return preTokenizerOf(tokenizerJson({ model: { type: 'BPE', ignore_merges }, pre_tokenizer }))
}

test.each([
  ['llama-bpe', LLAMA3, true],
  ['dbrx', LLAMA3, false],
  ['qwen2', QWEN2, false],
  ['qwen35', QWEN35, false],
  ['tekken', TEKKEN, true],
  ['gpt-4o', GPT4O, false],
])('%s by its expression', (name, expression, ignoreMerges) => {
  expect(named([split(expression), bytes(false)], ignoreMerges)).toBe(name)
})

test('by steps without an expression', () => {
  expect(named([bytes(true)])).toBe('gpt-2')
  expect(named([{ type: 'Digits', individual_digits: true }, bytes(true)])).toBe('smollm')
})

test.each([
  ['another expression', [split('\\w+'), bytes(false)]],
  ['digits by threes', [{ type: 'Digits', individual_digits: false }, bytes(true)]],
  ['a space before each text', [{ type: 'ByteLevel', add_prefix_space: true, use_regex: true }]],
  ['none', []],
])('%s is refused', (_, steps) => {
  expect(() => named(steps)).toThrow('llama.cpp has no pre-tokenizer that cuts words by')
})
