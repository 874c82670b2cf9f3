import { byteText, SPACE_MARK, type Token } from './vocabulary.ts'

/** What a scripted model says: a text cut by `wordsOf`, or pieces as given; bytes may be cut inside a character. */
export type Script = string | readonly (string | Uint8Array)[]

/**
 * The tokens of a script, one for each position and no two with the same text, because the model knows where it is
 * only by the token it said last. A string piece is one token the first time it occurs; a second time, or when the
 * tokenizer could produce it from a prompt, it is one token a byte. A `Uint8Array` is always one token a byte.
 */
export function scriptTokens(script: Script): Token[] {
  const pieces = typeof script === 'string' ? wordsOf(script) : script
  const tokens: Token[] = []
  const used = new Set<string>()
  for (const piece of pieces) {
    if (typeof piece === 'string' && !used.has(piece) && isPrivate(piece)) {
      used.add(piece)
      tokens.push({ text: piece.replaceAll(' ', SPACE_MARK), type: 'normal', score: 0 })
      continue
    }
    for (const byte of Buffer.from(piece))
      tokens.push({ text: byteText(byte, `#${tokens.length}`), type: 'byte', score: 0 })
  }
  return tokens
}

/** Words with the space before them, and everything else a character at a time. */
export function wordsOf(text: string): string[] {
  return text.match(/ ?[\p{L}\p{N}]+|./gsu) ?? []
}

/**
 * Whether no prompt can contain this piece as a token, and llama.cpp prints it as it is. The tokenizer joins neighbours
 * two at a time and knows no joined pair, so three characters are never reached. A space mark would be printed as a
 * space, a NUL ends a token's text, and what ends like a marker (`<end_of_turn>`, `[EOT]`) may be taken for one.
 */
function isPrivate(piece: string): boolean {
  return [...piece].length >= 3 && !/[\u2581\0]|[>\]]$/.test(piece)
}
