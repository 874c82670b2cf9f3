import type { GgufModel } from './format.ts'
import { llama } from './llama.ts'
import { type Script, scriptTokens } from './script.ts'
import { BASE_TOKENS, END_OF_TURN, tokenId } from './vocabulary.ts'
import { encodeGguf, writeGguf } from './writer.ts'

export interface ScriptedOptions {
  /** At most 2047 tokens. Default: `Hello from the scripted model.` */
  readonly script?: Script
  /** After its last token the model starts again and never ends its turn. Default: false. */
  readonly endless?: boolean
  /** Context length that the model claims. Default: 4096. */
  readonly contextTokens?: number
}

/** Logit of the next token of the script; every other token has 0, so temperature 1 follows the script too. */
const CERTAIN = 64

/**
 * A real llama that says one text, whatever it is asked: a test of everything around a model without any luck.
 *
 * Attention and feed-forward are zero, so what comes next depends only on the token before: each state has a codeword
 * as its embedding, and the output row of the token to follow is that codeword. Codewords are rows of a Hadamard
 * matrix, orthogonal and made of ±1, so logits are exact in any precision. All tokens outside the script share state
 * 0, which leads to the script's first token; hence the width is the power of two above the script's length.
 *
 * Throws a RangeError for an empty script or one that is too long.
 */
export function scriptedModel(options: ScriptedOptions = {}): GgufModel {
  const script = scriptTokens(options.script ?? 'Hello from the scripted model.')
  const vocabulary = [...BASE_TOKENS, ...script]
  const width = widthFor(script.length)
  const first = BASE_TOKENS.length
  const last = options.endless ? first : tokenId(vocabulary, END_OF_TURN)
  const following = [...script.map((_, i) => first + i), last]

  const embeddings = () => {
    const values = new Float32Array(width * vocabulary.length)
    vocabulary.forEach((_, token) => {
      addCodeword(values, token * width, Math.max(0, token - first + 1), width, 1)
    })
    return values
  }
  const outputs = () => {
    const values = new Float32Array(width * vocabulary.length)
    following.forEach((token, state) => {
      addCodeword(values, token * width, state, width, CERTAIN / width)
    })
    return values
  }
  return llama({
    name: 'scripted',
    layers: 1,
    width,
    feedForward: 64,
    heads: 1,
    kvHeads: 1,
    headSize: 64,
    contextTokens: options.contextTokens ?? 4096,
    vocabulary,
    type: 'F16',
    weights(name, elements) {
      if (name === 'token_embd.weight') return embeddings()
      if (name === 'output.weight') return outputs()
      return new Float32Array(elements)
    },
  })
}

/** The file as bytes. */
export function buildScripted(options: ScriptedOptions = {}): Buffer {
  return encodeGguf(scriptedModel(options))
}

/** Writes the file; an existing one is replaced. */
export function writeScripted(path: string, options: ScriptedOptions = {}): void {
  writeGguf(path, scriptedModel(options))
}

function widthFor(scriptLength: number): number {
  if (scriptLength === 0 || scriptLength > 2047) throw new RangeError(`a script of ${scriptLength} tokens`)
  return Math.max(64, 2 ** Math.ceil(Math.log2(scriptLength + 1)))
}

/** Adds row `state` of the Hadamard matrix of order `width`: −1 where `state` and the column share an odd bit count. */
function addCodeword(values: Float32Array, offset: number, state: number, width: number, scale: number): void {
  for (let column = 0; column < width; column++) {
    const sign = oddBits(state & column) ? -scale : scale
    values[offset + column] = (values[offset + column] ?? 0) + sign
  }
}

function oddBits(value: number): boolean {
  let odd = false
  for (let rest = value; rest !== 0; rest &= rest - 1) odd = !odd
  return odd
}
