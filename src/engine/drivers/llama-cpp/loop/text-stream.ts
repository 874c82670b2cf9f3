/**
 * Token bytes to text. A token may end in the middle of a character: its first bytes are held until the rest arrives.
 * Bytes that can't be a character become U+FFFD at once.
 */
export class TextStream {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** The characters completed by these bytes; often none. */
  push(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true })
  }

  /** What an unfinished character turns into when nothing follows: one U+FFFD, or nothing. */
  end(): string {
    return this.#decoder.decode()
  }
}
