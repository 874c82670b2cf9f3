import { bool, type MetadataValue, numbers, string, strings, u32 } from './format.ts'

/** llama.cpp's token types (`tokenizer.ggml.token_type`). */
export const TOKEN_TYPE = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const

export interface Token {
  readonly text: string
  readonly type: keyof typeof TOKEN_TYPE
  /** Merges prefer the higher. */
  readonly score: number
}

/** How SentencePiece writes a space inside a token. */
export const SPACE_MARK = '\u2581'

export const END_OF_TURN = '<|im_end|>'

/**
 * Every vocabulary here begins with these: the three markers, one token for each byte, ChatML's control tokens and
 * the space. With nothing else, a prompt is one token a byte, and one for each control token.
 */
export const BASE_TOKENS: readonly Token[] = [
  { text: '<unk>', type: 'unknown', score: 0 },
  { text: '<s>', type: 'control', score: 0 },
  { text: '</s>', type: 'control', score: 0 },
  ...Array.from({ length: 256 }, (_, byte): Token => ({ text: byteText(byte), type: 'byte', score: 0 })),
  { text: '<|im_start|>', type: 'control', score: 0 },
  { text: END_OF_TURN, type: 'control', score: 0 },
  { text: SPACE_MARK, type: 'normal', score: -1 },
]

/**
 * The text of a byte's token. llama.cpp reads the byte from the two digits and ignores what follows them, while the
 * texts of a vocabulary must differ; so a `tag` makes a further token that prints the same byte. The tokenizer
 * itself only ever produces the one without a tag.
 */
export function byteText(byte: number, tag = ''): string {
  return `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}${tag}>`
}

/** The tokenizer metadata of a SentencePiece vocabulary that ends a turn with `<|im_end|>` and adds no BOS. */
export function vocabularyMetadata(tokens: readonly Token[], chatTemplate: string): [string, MetadataValue][] {
  return [
    ['tokenizer.ggml.model', string('llama')],
    ['tokenizer.ggml.pre', string('default')],
    ['tokenizer.ggml.tokens', strings(tokens.map((token) => token.text))],
    [
      'tokenizer.ggml.scores',
      numbers(
        'f32',
        tokens.map((token) => token.score),
      ),
    ],
    [
      'tokenizer.ggml.token_type',
      numbers(
        'i32',
        tokens.map((token) => TOKEN_TYPE[token.type]),
      ),
    ],
    ['tokenizer.ggml.unknown_token_id', u32(tokenId(tokens, '<unk>'))],
    ['tokenizer.ggml.bos_token_id', u32(tokenId(tokens, '<s>'))],
    ['tokenizer.ggml.eos_token_id', u32(tokenId(tokens, END_OF_TURN))],
    ['tokenizer.ggml.add_bos_token', bool(false)],
    ['tokenizer.ggml.add_space_prefix', bool(false)],
    ['tokenizer.chat_template', string(chatTemplate)],
  ]
}

/** Throws a RangeError when the vocabulary has no such token. */
export function tokenId(tokens: readonly Token[], text: string): number {
  const id = tokens.findIndex((token) => token.text === text)
  if (id < 0) throw new RangeError(`the vocabulary has no token ${JSON.stringify(text)}`)
  return id
}
