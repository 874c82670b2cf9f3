import { TrivetError } from '../../../../core/errors.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'
import { wordPieces } from './word-pieces.ts'

/** More characters than a token usually has. */
const ROOMY_CHARS = 8

const BOUNDARY_TOKENS = 16

/** `LLAMA_VOCAB_TYPE_BPE` */
const BYTE_PAIRS = 2

/** Text so short that tokenizing it (microseconds) doesn't hold anything up. */
const QUICK_BYTES = 4096

/** A text of more tokens than allowed, and how many: a number, or words when not all of them were counted. */
export class TooLong {
  readonly tokens: number | string

  constructor(tokens: number | string) {
    this.tokens = tokens
  }
}

/** Text to tokens and back, for one model. */
export class Vocabulary {
  readonly handle: Pointer
  readonly size: number
  readonly bos: number
  readonly addsBos: boolean
  readonly #api: LlamaApi
  /** It finds words first, and tokens in each. */
  readonly #cutsWords: boolean
  readonly #pieces: Uint8Array[] = []
  readonly #endsTurn: boolean[] = []
  #turnEnds: readonly number[] | null = null
  #last: Promise<unknown> = Promise.resolve()
  #buffer = new Uint8Array(256)

  constructor(api: LlamaApi, model: Pointer) {
    this.#api = api
    this.handle = api.llama_model_get_vocab(model)
    this.size = api.llama_vocab_n_tokens(this.handle)
    this.bos = api.llama_vocab_bos(this.handle)
    this.#cutsWords = api.llama_vocab_type(this.handle) === BYTE_PAIRS
    this.addsBos = api.llama_vocab_get_add_bos(this.handle)
  }

  /**
   * @param addSpecial put BOS, and for some models EOS, where the model wants them
   * @param parseSpecial special tokens in the text count as such
   */
  async tokenize(text: string, addSpecial = true, parseSpecial = true): Promise<Int32Array> {
    const pieces = this.#cutsWords ? wordPieces(text) : [text]
    if (pieces.length === 1) return this.#tokenizePiece(text, addSpecial, parseSpecial)
    const ids: number[] = addSpecial && this.addsBos ? [this.bos] : []
    for (const piece of pieces) for (const id of await this.#tokenizePiece(piece, false, parseSpecial)) ids.push(id)
    if (addSpecial && this.#api.llama_vocab_get_add_eos(this.handle)) ids.push(this.#api.llama_vocab_eos(this.handle))
    return Int32Array.from(ids)
  }

  async #tokenizePiece(text: string, addSpecial: boolean, parseSpecial: boolean): Promise<Int32Array> {
    const bytes = Buffer.from(text, 'utf8')
    // At most one token a byte, plus BOS and EOS.
    const tokens = new Int32Array(bytes.length + 2)
    const args = [this.handle, bytes, bytes.length, tokens, tokens.length, addSpecial, parseSpecial] as const
    const count =
      bytes.length <= QUICK_BYTES
        ? this.#api.llama_tokenize(...args)
        : await this.#inTurn(() => onPool(this.#api.llama_tokenize, ...args))
    if (count < 0) throw new Error(`llama_tokenize needs room for ${-count} tokens, ${tokens.length} were given`)
    return tokens.slice(0, count)
  }

  /**
   * The tokens of a text, if they are no more than `limit`. A text far over it is given up early: its beginning shows
   * that it is too long, and nobody waits for the rest to be counted.
   */
  async tokenizeWithin(text: string, limit: number): Promise<Int32Array | TooLong> {
    for (let chars = Math.max(1, limit) * ROOMY_CHARS; chars < text.length; chars *= 2) {
      const beginning = await this.tokenize(text.slice(0, chars))
      // What follows could still change the last few tokens.
      const certain = beginning.length - BOUNDARY_TOKENS
      if (certain > limit) return new TooLong(`at least ${certain}`)
    }
    const tokens = await this.tokenize(text)
    return tokens.length > limit ? new TooLong(tokens.length) : tokens
  }

  /** One long text at a time on the pool, however many requests arrive together. */
  #inTurn(work: () => Promise<number>): Promise<number> {
    const done = this.#last.then(work, work)
    this.#last = done
    return done
  }

  /** Throws `invalid_value` about the first id that is none of this vocabulary's. */
  requireKnown(tokens: ArrayLike<number>, param: string | null): void {
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as number
      if (token >= 0 && token < this.size) continue
      const reason = `The token ${token} is not in the vocabulary, which has ${this.size} tokens.`
      throw new TrivetError('invalid_value', { reason }, param)
    }
  }

  /** The bytes a token stands for; none for control tokens. They need not be whole characters. */
  piece(token: number): Uint8Array {
    const known = this.#pieces[token] ?? this.#read(token, false)
    this.#pieces[token] = known
    return known
  }

  /** The text of a control token, such as `<tool_call>`. */
  controlPiece(token: number): Uint8Array {
    return this.#read(token, true)
  }

  #read(token: number, special: boolean): Uint8Array {
    const read = () => this.#api.llama_token_to_piece(this.handle, token, this.#buffer, this.#buffer.length, 0, special)
    const length = read()
    if (length >= 0) return this.#buffer.slice(0, length)
    this.#buffer = new Uint8Array(-length)
    return this.#buffer.slice(0, read())
  }

  /** What stands before, between and after the texts of a pair, as far as the model uses it. */
  pairMarks(): {
    readonly bos: readonly number[]
    readonly eos: readonly number[]
    readonly separator: readonly number[]
  } {
    const api = this.#api
    const separator = api.llama_vocab_sep(this.handle)
    const eos = api.llama_vocab_eos(this.handle)
    return {
      bos: this.addsBos ? [this.bos] : [],
      eos: api.llama_vocab_get_add_eos(this.handle) ? [eos < 0 ? separator : eos] : [],
      separator: api.llama_vocab_get_add_sep(this.handle) ? [separator] : [],
    }
  }

  /** Every token that ends a turn. */
  turnEnds(): readonly number[] {
    this.#turnEnds ??= Array.from({ length: this.size }, (_, token) => token).filter((token) => this.endsTurn(token))
    return this.#turnEnds
  }

  /** Does this token end the model's turn? */
  endsTurn(token: number): boolean {
    const known = this.#endsTurn[token] ?? this.#api.llama_vocab_is_eog(this.handle, token)
    this.#endsTurn[token] = known
    return known
  }

  /** The text of a token as templates spell it, such as `<s>`; empty for "none" (-1). */
  spelling(token: number): string {
    return token < 0 ? '' : this.#api.llama_vocab_get_text(this.handle, token)
  }
}
