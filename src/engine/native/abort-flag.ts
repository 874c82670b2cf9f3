import koffi from './koffi.ts'

/** An address in native memory. */
type Pointer = bigint | null

/** Where libc lives, for `strlen`. `null` is the process itself. */
const LIBC = process.platform === 'win32' ? 'ucrtbase.dll' : null

/**
 * ggml asks an abort callback between graph nodes, from its compute threads. A JavaScript callback would have to
 * hop to the main thread each time; so the callback is libc's `strlen` on a one-character buffer: it returns 0
 * ("go on") while the byte is 0 and 1 ("abort") once it is set.
 */
export class AbortFlag {
  readonly callback: Pointer = koffi.load(LIBC).symbol('strlen') as Pointer
  readonly data: Pointer
  readonly #text: Uint8Array

  constructor() {
    this.data = koffi.alloc('uint8_t', 2) as Pointer
    this.#text = new Uint8Array(koffi.view(this.data, 2)).fill(0)
  }

  raise(): void {
    this.#text[0] = 1
  }

  lower(): void {
    this.#text[0] = 0
  }
}
