import koffi from 'koffi'
import type { Pointer } from './api.ts'
import { allocateBytes } from './memory.ts'

/** Where libc lives, for `strlen`. `null` is the process itself. */
const LIBC = process.platform === 'win32' ? 'ucrtbase.dll' : null

/**
 * llama.cpp asks an abort callback between graph nodes, from its compute threads. A JavaScript callback would have to
 * hop to the main thread each time; so the callback is libc's `strlen` on a one-character buffer: it returns 0
 * ("go on") while the byte is 0 and 1 ("abort") once it is set.
 */
export class AbortFlag {
  readonly callback: Pointer = koffi.load(LIBC).symbol('strlen') as Pointer
  readonly data: Pointer
  readonly #text: Uint8Array

  constructor() {
    const { pointer, view } = allocateBytes(2)
    this.data = pointer
    this.#text = view
  }

  raise(): void {
    this.#text[0] = 1
  }

  lower(): void {
    this.#text[0] = 0
  }
}
