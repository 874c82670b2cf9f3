import { bool } from '../../gguf/format.ts'
import { SPACE_MARK } from '../../gguf/vocabulary.ts'
import { ConversionRefusal } from '../refusal.ts'
import { type TokenizerJson, vocabOf } from './tokenizer-json.ts'
import type { SourceVocabulary, VocabularyToken } from './vocabulary.ts'

/** BERT's: the longest token that a word begins with, then the longest that the rest does. */
export function wordPieceVocabulary(json: TokenizerJson): SourceVocabulary {
  const { continuing_subword_prefix: prefix = '##' } = json.model
  const special = new Set(json.added.filter((token) => token.special).map((token) => token.id))
  const tokens = new Map<number, VocabularyToken>(
    vocabOf(json.model).map(([text, id]) => [
      id,
      special.has(id) ? { text, type: 'control' } : { text: marked(text, String(prefix)), type: 'normal' },
    ]),
  )
  return { model: 'bert', pre: 'default', tokens, metadata: normalization(json) }
}

/** BERT marks what goes on inside a word, llama.cpp what begins one. */
function marked(text: string, prefix: string): string {
  return text.startsWith(prefix) && text !== prefix ? text.slice(prefix.length) : SPACE_MARK + text
}

/** Accents go with capitals, unless it is said otherwise. */
function normalization({ normalizers, preTokenizers }: TokenizerJson): SourceVocabulary['metadata'] {
  const bert = normalizers.find(({ type }) => type === 'BertNormalizer')
  const other = [...normalizers, ...preTokenizers].find(
    ({ type }) => type !== 'BertNormalizer' && type !== 'BertPreTokenizer',
  )
  if (other) throw new ConversionRefusal(`llama.cpp's WordPiece tokenizer has no ${other.type}.`)
  const lowercase = bert?.lowercase === true
  const stripAccents = typeof bert?.strip_accents === 'boolean' ? bert.strip_accents : lowercase
  return [
    ['tokenizer.ggml.normalizer.lowercase', bool(lowercase)],
    ['tokenizer.ggml.normalizer.strip_accents', bool(stripAccents)],
  ]
}
