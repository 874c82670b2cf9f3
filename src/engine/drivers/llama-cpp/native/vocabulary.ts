import { type LlamaApi, onPool, type Pointer } from './api.ts'

/** Text to tokens and back, for one model. */
export class Vocabulary {
  readonly handle: Pointer
  readonly size: number
  readonly bos: number
  readonly addsBos: boolean
  readonly #api: LlamaApi
  readonly #pieces: Uint8Array[] = []
  readonly #endsTurn: boolean[] = []
  #buffer = new Uint8Array(256)

  constructor(api: LlamaApi, model: Pointer) {
    this.#api = api
    this.handle = api.llama_model_get_vocab(model)
    this.size = api.llama_vocab_n_tokens(this.handle)
    this.bos = api.llama_vocab_bos(this.handle)
    this.addsBos = api.llama_vocab_get_add_bos(this.handle)
  }

  /** Special tokens in the text count as such; BOS is added where the model wants it. */
  async tokenize(text: string): Promise<Int32Array> {
    const bytes = Buffer.from(text, 'utf8')
    // At most one token a byte, plus BOS and EOS.
    const tokens = new Int32Array(bytes.length + 2)
    const count = await onPool(
      this.#api.llama_tokenize,
      this.handle,
      bytes,
      bytes.length,
      tokens,
      tokens.length,
      true,
      true,
    )
    if (count < 0) throw new Error(`llama_tokenize needs room for ${-count} tokens, ${tokens.length} were given`)
    return tokens.slice(0, count)
  }

  /** The bytes a token stands for; none for control tokens. They need not be whole characters. */
  piece(token: number): Uint8Array {
    const known = this.#pieces[token]
    if (known !== undefined) return known
    let length = this.#api.llama_token_to_piece(this.handle, token, this.#buffer, this.#buffer.length, 0, false)
    if (length < 0) {
      this.#buffer = new Uint8Array(-length)
      length = this.#api.llama_token_to_piece(this.handle, token, this.#buffer, this.#buffer.length, 0, false)
    }
    const piece = this.#buffer.slice(0, length)
    this.#pieces[token] = piece
    return piece
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
