import { onAbort } from '../../../core/abort.ts'
import type { Clock } from '../../../core/clock.ts'
import type { TrivetError } from '../../../core/errors.ts'

/** Failures in a row, without a byte between them, before a download is given up. */
export const PATIENCE = 5
/** Likewise before anything is downloaded: somebody waits to hear whether there is anything at all. */
export const DOCUMENT_PATIENCE = 3
const FIRST_WAIT_MS = 1_000
/** Who is to wait longer than this is told so instead. */
const LONGEST_WAIT_MS = 120_000

/** What may be gone when it is tried again: a broken connection, a busy server. */
export class Transient extends Error {
  /** What it is when it doesn't go away. */
  readonly error: TrivetError
  /** When the server said to come back; null: it didn't. */
  readonly afterMs: number | null

  constructor(error: TrivetError, afterMs: number | null = null) {
    super(error.message)
    this.error = error
    this.afterMs = afterMs
  }
}

/** How often something has failed, and how long it waits before it is tried again. */
export class Retries {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #patience: number
  #failures = 0

  /** @param patience failures at which it is given up; 1: at the first */
  constructor(clock: Clock, signal: AbortSignal, patience: number) {
    this.#clock = clock
    this.#signal = signal
    this.#patience = patience
  }

  /** There was progress: what failed before is forgiven. */
  forgive(): void {
    this.#failures = 0
  }

  /** Waits for another try, or rejects with what it failed with. */
  async wait(thrown: unknown): Promise<void> {
    this.#signal.throwIfAborted()
    if (!(thrown instanceof Transient)) throw thrown
    const waitMs = thrown.afterMs ?? FIRST_WAIT_MS * 2 ** this.#failures
    this.#failures += 1
    if (this.#failures >= this.#patience || waitMs > LONGEST_WAIT_MS) throw thrown.error
    await pause(this.#clock, waitMs, this.#signal)
  }
}

/** Does it again while what goes wrong may go away. */
export async function retried<T>(
  clock: Clock,
  signal: AbortSignal,
  patience: number,
  work: () => Promise<T>,
): Promise<T> {
  const retries = new Retries(clock, signal, patience)
  while (true) {
    try {
      return await work()
    } catch (thrown) {
      await retries.wait(thrown)
    }
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => {
      cancel()
      reject(signal.reason)
    })
    const cancel = clock.after(ms, () => {
      forget()
      resolve()
    })
  })
}
