import { type MetadataValue, numbers, string, strings } from '../../gguf/format.ts'
import { TOKEN_TYPE } from '../../gguf/vocabulary.ts'
import { ConversionRefusal } from '../refusal.ts'

export interface VocabularyToken {
  readonly text: string
  readonly type: keyof typeof TOKEN_TYPE
  /** Merges, or the likeliest cut, prefer the higher; tokenizers without scores leave them out. */
  readonly score?: number
}

/** How a folder's text becomes token ids, as llama.cpp's tokenizers have it. */
export interface SourceVocabulary {
  /** `tokenizer.ggml.model`: `gpt2` (BPE of bytes), `llama` (SentencePiece), `bert` (WordPiece) or `t5` (Unigram). */
  readonly model: 'gpt2' | 'llama' | 'bert' | 't5'
  /** `tokenizer.ggml.pre`: by which rule a text is cut into words first. */
  readonly pre: string
  /** By id; ids that stand for nothing are left out. */
  readonly tokens: ReadonlyMap<number, VocabularyToken>
  /** What only this kind of tokenizer has. */
  readonly metadata: readonly (readonly [string, MetadataValue])[]
}

/** A token that was added on top of a vocabulary: found in a text before anything is cut. */
export interface AddedToken {
  readonly id: number
  readonly content: string
  readonly special: boolean
  /** Whether spaces after it are dropped. */
  readonly stripsAfter: boolean
}

/** Added tokens that their makers forgot to call special. */
const LOOKS_SPECIAL = /^(<\|.*\|>|<｜.*｜>|<unused.*>|<pad>|<mask>|<2mass>|\[@BOS@\])$/su

/** llama.cpp finds control tokens only where it is told to look for them, others in any text. */
export function addedTokenType({ content, special }: AddedToken): 'control' | 'userDefined' {
  return special || LOOKS_SPECIAL.test(content) ? 'control' : 'userDefined'
}

/** The vocabulary's metadata, with `size` tokens: as many as the model has embeddings. */
export function vocabularyMetadata(
  vocabulary: SourceVocabulary,
  size: number,
  warnings: string[],
): readonly (readonly [string, MetadataValue])[] {
  const { tokens } = vocabulary
  if (tokens.size === 0) throw new ConversionRefusal('its tokenizer has no tokens.')
  const beyond = [...tokens.keys()].filter((id) => id >= size)
  if (beyond.length > 0) {
    const names = beyond.slice(0, 3).map((id) => JSON.stringify(tokens.get(id)?.text))
    warnings.push(`${beyond.length} tokens have no embedding and are left out, such as ${names.join(', ')}.`)
  }
  const all = Array.from({ length: size }, (_, id) => tokens.get(id) ?? unused(id))
  refuseTwins(all)
  const scores = all.map((token) => token.score ?? 0)
  const types = all.map((token) => TOKEN_TYPE[token.type])
  return [
    ['tokenizer.ggml.model', string(vocabulary.model)],
    ['tokenizer.ggml.pre', string(vocabulary.pre)],
    ['tokenizer.ggml.tokens', strings(all.map((token) => token.text))],
    ...(all.some((token) => token.score !== undefined)
      ? [['tokenizer.ggml.scores', numbers('f32', scores)] as const]
      : []),
    ['tokenizer.ggml.token_type', numbers('i32', types)],
    ...vocabulary.metadata,
  ]
}

function unused(id: number): VocabularyToken {
  return { text: `[PAD${id}]`, type: 'unused', score: -10_000 }
}

/** llama.cpp ends the process on two tokens of the same text. */
function refuseTwins(tokens: readonly VocabularyToken[]): void {
  const seen = new Set<string>()
  for (const { text } of tokens) {
    if (seen.has(text)) throw new ConversionRefusal(`two tokens have the text ${JSON.stringify(text)}.`)
    seen.add(text)
  }
}
