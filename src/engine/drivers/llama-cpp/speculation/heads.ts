import type { Head } from './head.ts'

/** The heads that guess for one model's answers: its own MTP layers, and EAGLE-3 drafts as long as they are loaded. */
export class Heads {
  readonly #heads = new Set<Head>()

  get all(): Iterable<Head> {
    return this.#heads
  }

  has(head: Head): boolean {
    return this.#heads.has(head)
  }

  add(head: Head): void {
    this.#heads.add(head)
  }

  /** It is about to be freed. */
  remove(head: Head): void {
    this.#heads.delete(head)
  }
}
