import { Readable } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import type { Framing } from './framing.ts'

export interface EventStreamOptions {
  readonly clock: Clock
  readonly framing: Framing
  /** Silence after which a ping is sent, so that no proxy takes the stream for dead. */
  readonly pingAfterMs: number
  /** The last event of a stream that failed. */
  readonly encodeFailure: (thrown: unknown) => unknown
  /** The reader has been waiting already: a ping comes first. */
  readonly late?: boolean
}

/** Characters gathered at most before they are handed on within one tick. */
const MAX_BATCH = 64 * 1024

/**
 * Values as their framing puts them, then its end; a failure is sent as the last event instead. Events of one tick leave in one piece. The source is asked for more only while the reader keeps up, and
 * is told to stop (`return()`) when the reader goes away.
 */
export function eventStream(events: AsyncIterable<unknown>, options: EventStreamOptions): Readable {
  const source = events[Symbol.asyncIterator]()
  const writer = new EventWriter(options, () => {
    // It may be waiting for an engine; its own end is not this stream's business.
    source.return?.().catch(() => {})
  })
  pump(source, writer, options).catch((error: Error) => writer.destroy(error))
  return writer
}

async function pump(
  source: AsyncIterator<unknown>,
  writer: EventWriter,
  { framing, encodeFailure }: EventStreamOptions,
): Promise<void> {
  try {
    for (let result = await source.next(); !result.done; result = await source.next()) {
      writer.write(framing.frame(result.value))
      await writer.keptUp()
      if (writer.destroyed) return
    }
    writer.end(framing.end)
  } catch (thrown) {
    writer.end(framing.fail(encodeFailure(thrown)))
  }
}

/** A readable of frames: gathers those of one tick, says when its reader keeps up, and pings in long silences. */
class EventWriter extends Readable {
  readonly #options: EventStreamOptions
  readonly #onGone: () => void
  #batch = ''
  #flushPlanned = false
  #wanted = true
  #resume = (): void => {}
  #cancelPing = (): void => {}
  /** When something was last sent, on the clock's scale of elapsed time. */
  #sentMs: number

  constructor(options: EventStreamOptions, onGone: () => void) {
    super()
    this.#options = options
    this.#onGone = onGone
    this.#sentMs = options.clock.elapsed()
    this.#planPing(options.pingAfterMs)
    const { framing, late } = options
    if (late === true && framing.ping !== null) this.write(framing.ping)
  }

  write(frame: string): void {
    this.#batch += frame
    if (this.#batch.length >= MAX_BATCH) this.#flush()
    else if (!this.#flushPlanned) {
      this.#flushPlanned = true
      setImmediate(() => this.#flush())
    }
  }

  end(lastFrame: string): void {
    this.#batch += lastFrame
    this.#flush()
    this.#cancelPing()
    if (!this.destroyed) this.push(null)
  }

  /** Resolves once the reader wants more, or is gone. */
  keptUp(): Promise<void> {
    if (this.#wanted || this.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      this.#resume = resolve
    })
  }

  override _read(): void {
    this.#wanted = true
    this.#resume()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#cancelPing()
    this.#resume()
    this.#onGone()
    done(error)
  }

  #flush(): void {
    this.#flushPlanned = false
    if (this.#batch === '' || this.destroyed) return
    const piece = this.#batch
    this.#batch = ''
    this.#wanted = this.push(piece)
    this.#sentMs = this.#options.clock.elapsed()
  }

  /** Looks after `ms` whether a ping is due: one look a silence, not a timer for each token. */
  #planPing(ms: number): void {
    const { clock, framing, pingAfterMs } = this.#options
    const { ping } = framing
    if (ping === null) return
    this.#cancelPing = clock.after(ms, () => {
      const leftMs = this.#sentMs + pingAfterMs - clock.elapsed()
      if (leftMs <= 0) this.write(ping)
      this.#planPing(leftMs <= 0 ? pingAfterMs : leftMs)
    })
  }
}
