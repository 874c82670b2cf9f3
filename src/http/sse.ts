import { Readable } from 'node:stream'
import type { Clock } from '../core/clock.ts'

export interface SseOptions {
  readonly clock: Clock
  /** Silence after which a comment is sent, so that no proxy takes the stream for dead. */
  readonly pingAfterMs: number
  /** The last event of a stream that failed. */
  readonly encodeFailure: (thrown: unknown) => unknown
}

/** Characters gathered at most before they are handed on within one tick. */
const MAX_BATCH = 64 * 1024
const PING = ': ping\n\n'
const DONE = 'data: [DONE]\n\n'

/**
 * Values as server-sent events, `data: ` and JSON each, then `data: [DONE]`; a failure is sent as the last event
 * instead. Events of one tick leave in one piece. The source is asked for more only while the reader keeps up, and
 * is told to stop (`return()`) when the reader goes away.
 */
export function sseStream(events: AsyncIterable<unknown>, options: SseOptions): Readable {
  const source = events[Symbol.asyncIterator]()
  const writer = new SseWriter(options, () => {
    // It may be waiting for an engine; its own end is not this stream's business.
    source.return?.().catch(() => {})
  })
  pump(source, writer, options.encodeFailure).catch((error: Error) => writer.destroy(error))
  return writer
}

async function pump(
  source: AsyncIterator<unknown>,
  writer: SseWriter,
  encodeFailure: SseOptions['encodeFailure'],
): Promise<void> {
  try {
    for (let result = await source.next(); !result.done; result = await source.next()) {
      writer.write(frame(result.value))
      await writer.keptUp()
      if (writer.destroyed) return
    }
    writer.end(DONE)
  } catch (thrown) {
    writer.end(frame(encodeFailure(thrown)))
  }
}

/** A readable of frames: gathers those of one tick, says when its reader keeps up, and pings in long silences. */
class SseWriter extends Readable {
  readonly #options: SseOptions
  readonly #onGone: () => void
  #batch = ''
  #flushPlanned = false
  #wanted = true
  #resume = (): void => {}
  #cancelPing = (): void => {}

  constructor(options: SseOptions, onGone: () => void) {
    super()
    this.#options = options
    this.#onGone = onGone
    this.#planPing()
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
    this.#planPing()
  }

  #planPing(): void {
    this.#cancelPing()
    this.#cancelPing = this.#options.clock.after(this.#options.pingAfterMs, () => this.write(PING))
  }
}

function frame(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}
