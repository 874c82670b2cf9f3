import { bool } from '../../gguf/format.ts'
import { SPACE_MARK } from '../../gguf/vocabulary.ts'
import type { SentencePieceModel } from './sentencepiece-model.ts'
import { mergesOf, type TokenizerJson, vocabOf } from './tokenizer-json.ts'
import { type AddedToken, addedTokenType, type SourceVocabulary, type VocabularyToken } from './vocabulary.ts'

/** Below any score that a merge could have. */
const ADDED_SCORE = -1000
const NO_MERGE_SCORE = -1e9

const BYTE = /^<0x[0-9A-F]{2}>$/

/** SentencePiece's BPE, as Llama 2, Mistral, Gemma and Phi 3 have it: by its own model, or by `tokenizer.json` alone. */
export function sentencePieceVocabulary(
  model: SentencePieceModel | null,
  json: TokenizerJson | null,
  added: readonly AddedToken[],
): SourceVocabulary {
  const pieces: Iterable<[number, VocabularyToken]> = model ? model.pieces.entries() : json ? piecesOf(json) : []
  const tokens = new Map(pieces)
  for (const token of added) tokens.set(token.id, addedPiece(token, tokens))
  const addsSpace = json ? prependsSpace(json) : (model?.addsSpace ?? true)
  return {
    model: 'llama',
    pre: 'default',
    tokens,
    metadata: [['tokenizer.ggml.add_space_prefix', bool(addsSpace)]],
  }
}

/** Bytes and unknown stay what they are, however they are called. */
function addedPiece(token: AddedToken, tokens: ReadonlyMap<number, VocabularyToken>): VocabularyToken {
  const before = tokens.get(token.id)
  if (before && (before.type === 'byte' || before.type === 'unknown')) return before
  const type = addedTokenType(token)
  // Found in the text as it is written, before spaces become marks.
  const text = type === 'userDefined' ? token.content.replaceAll(SPACE_MARK, ' ') : token.content
  return { text, type, score: ADDED_SCORE }
}

/**
 * Scores out of the order of merges: llama.cpp merges the pair that makes the piece of the best score, the tokenizers
 * library the pair of the earliest merge. Such files are made out of scores, so that the two agree.
 */
function piecesOf(json: TokenizerJson): [number, VocabularyToken][] {
  const ranks = new Map<string, number>()
  for (const [rank, [left, right]] of mergesOf(json.model).entries()) {
    if (!ranks.has(left + right)) ranks.set(left + right, rank)
  }
  return vocabOf(json.model).map(([text, id]) => {
    const rank = ranks.get(text)
    const score = rank === undefined ? NO_MERGE_SCORE : -rank
    if (text === json.model.unk_token) return [id, { text, type: 'unknown', score }]
    return [id, { text, type: BYTE.test(text) ? 'byte' : 'normal', score }]
  })
}

/** Older files put a mark before the text, newer ones tell how the cutter of words does it. */
function prependsSpace({ normalizers, preTokenizers }: TokenizerJson): boolean {
  const metaspace = preTokenizers.find(({ type }) => type === 'Metaspace')
  if (metaspace) return metaspace.prepend_scheme !== 'never' && metaspace.add_prefix_space !== false
  return normalizers.some(({ type, prepend }) => type === 'Prepend' && prepend === SPACE_MARK)
}
