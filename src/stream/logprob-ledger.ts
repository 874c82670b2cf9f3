import type { TokenLogprob } from '../core/event.ts'

/**
 * Remembers which tokens a text is made of, so that logprobs go along when it is cut up anew. Places are counted in
 * UTF-16 units from the start of the text.
 */
export class LogprobLedger {
  #end = 0
  #entries: { readonly from: number; readonly to: number; readonly logprobs: readonly TokenLogprob[] }[] = []

  /** The next piece of the text, and the tokens it came with. */
  add(text: string, logprobs: readonly TokenLogprob[] | undefined): void {
    const to = this.#end + text.length
    if (logprobs) this.#entries.push({ from: this.#end, to, logprobs })
    this.#end = to
  }

  /** The tokens that any of this text came from, each given once; those before it are forgotten. */
  take(from: number, to: number): { logprobs?: readonly TokenLogprob[] } {
    const mine = this.#entries.filter((entry) => entry.from < to && entry.to >= from)
    this.#entries = this.#entries.filter((entry) => entry.from >= to)
    return withLogprobs(mine.flatMap((entry) => entry.logprobs))
  }

  /** All that were not taken: tokens at the end that made no text are among them, such as half a character. */
  takeRest(): { logprobs?: readonly TokenLogprob[] } {
    return withLogprobs(this.#entries.splice(0).flatMap((entry) => entry.logprobs))
  }
}

function withLogprobs(logprobs: readonly TokenLogprob[]): { logprobs?: readonly TokenLogprob[] } {
  return logprobs.length === 0 ? {} : { logprobs }
}
