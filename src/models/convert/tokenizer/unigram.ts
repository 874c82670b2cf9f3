import { bool, numbers } from '../../gguf/format.ts'
import { finite } from '../config.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { TokenizerJson } from './tokenizer-json.ts'
import { addedTokenType, type SourceVocabulary, type VocabularyToken } from './vocabulary.ts'

const BYTE = /^<0x[0-9A-F]{2}>$/

/** SentencePiece's Unigram, as XLM-RoBERTa has it: the likeliest of all ways to cut a text. */
export function unigramVocabulary(json: TokenizerJson): SourceVocabulary {
  const { vocab, unk_id: unknown } = json.model
  const pieces: unknown[] = Array.isArray(vocab) ? vocab : []
  const added = new Map(json.added.map((token) => [token.id, token]))
  const tokens = new Map<number, VocabularyToken>()
  for (const [id, piece] of pieces.entries()) {
    const [text, score] = Array.isArray(piece) ? piece : []
    const number = finite(score)
    if (typeof text !== 'string' || number === null) {
      throw new ConversionRefusal(`tokenizer.json has the piece ${JSON.stringify(piece)}, which is no text and score.`)
    }
    const token = added.get(id)
    const type = id === unknown ? 'unknown' : token ? addedTokenType(token) : BYTE.test(text) ? 'byte' : 'normal'
    tokens.set(id, { text, score: number, type })
  }
  for (const token of json.added) {
    if (!tokens.has(token.id)) tokens.set(token.id, { text: token.content, score: 0, type: addedTokenType(token) })
  }
  return { model: 't5', pre: 'default', tokens, metadata: normalization(json) }
}

function normalization({ normalizers, preTokenizers }: TokenizerJson): SourceVocabulary['metadata'] {
  const charsmap = normalizers.find(({ type }) => type === 'Precompiled')?.precompiled_charsmap
  const metaspace = preTokenizers.find(({ type }) => type === 'Metaspace')
  const addsSpace =
    metaspace !== undefined && metaspace.prepend_scheme !== 'never' && metaspace.add_prefix_space !== false
  const cutsAtSpaces = preTokenizers.some(({ type }) => type === 'WhitespaceSplit')
  const shortensSpaces = normalizers.some(({ type }) => type === 'Replace' || type === 'Strip')
  return [
    ['tokenizer.ggml.add_space_prefix', bool(addsSpace)],
    ['tokenizer.ggml.remove_extra_whitespaces', bool(cutsAtSpaces || shortensSpaces)],
    ...(typeof charsmap === 'string' && charsmap !== ''
      ? [['tokenizer.ggml.precompiled_charsmap', numbers('u8', Buffer.from(charsmap, 'base64'))] as const]
      : []),
  ]
}
