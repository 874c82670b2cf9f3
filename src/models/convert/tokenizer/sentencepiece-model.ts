import { TOKEN_TYPE } from '../../gguf/vocabulary.ts'
import { ConversionRefusal } from '../refusal.ts'
import { type Field, protobufFields } from './protobuf.ts'
import type { VocabularyToken } from './vocabulary.ts'

/** What is read of SentencePiece's `tokenizer.model` (its sentencepiece_model.proto). */
export interface SentencePieceModel {
  /** By id. */
  readonly pieces: readonly Required<VocabularyToken>[]
  /** Whether a text is given a space before its first word. */
  readonly addsSpace: boolean
}

const MODEL = { pieces: 1, trainer: 2, normalizer: 3 } as const
const PIECE = { text: 1, score: 2, type: 3 } as const
const TRAINER = { modelType: 3 } as const
const NORMALIZER = { addsSpace: 3 } as const

/** `TrainerSpec.ModelType`: pieces are merged, best score first. */
const BPE = 2

/** SentencePiece numbers the kinds of pieces as llama.cpp does. */
const TYPES = new Map(
  Object.entries(TOKEN_TYPE).map(([name, code]) => [code as number, name as keyof typeof TOKEN_TYPE]),
)

/** Throws `ConversionRefusal` when it is none, or one that doesn't merge pieces. */
export function parseSentencePiece(bytes: Uint8Array): SentencePieceModel {
  const pieces: Required<VocabularyToken>[] = []
  let addsSpace = true
  let modelType = 1
  for (const { number, value } of protobufFields(bytes)) {
    if (typeof value === 'number') continue
    if (number === MODEL.pieces) pieces.push(piece(protobufFields(value)))
    if (number === MODEL.trainer) modelType = numberIn(value, TRAINER.modelType) ?? modelType
    if (number === MODEL.normalizer) addsSpace = (numberIn(value, NORMALIZER.addsSpace) ?? 1) !== 0
  }
  if (pieces.length === 0) throw new ConversionRefusal('tokenizer.model is no SentencePiece model: it has no pieces.')
  if (modelType !== BPE) {
    throw new ConversionRefusal("tokenizer.model doesn't merge pieces, which llama.cpp's SentencePiece tokenizer does.")
  }
  return { pieces, addsSpace }
}

function piece(fields: Iterable<Field>): Required<VocabularyToken> {
  let [text, score, code] = ['', 0, 1]
  for (const { number, value } of fields) {
    if (number === PIECE.text && typeof value !== 'number') text = Buffer.from(value).toString('utf8')
    if (number === PIECE.score && typeof value === 'number') score = value
    if (number === PIECE.type && typeof value === 'number') code = value
  }
  const type = TYPES.get(code)
  if (type === undefined) throw new ConversionRefusal(`tokenizer.model has a piece of the unknown kind ${code}.`)
  return { text, score, type }
}

function numberIn(message: Uint8Array, wanted: number): number | null {
  for (const { number, value } of protobufFields(message)) {
    if (number === wanted && typeof value === 'number') return value
  }
  return null
}
