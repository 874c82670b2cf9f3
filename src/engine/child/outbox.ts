import type { Writable } from 'node:stream'
import { encodeFrame } from '../protocol/encode.ts'
import type { FromChild } from '../protocol/frames.ts'

/** Frames to the server, collected for the rest of the event loop's turn and written at once. */
export interface Outbox {
  send(frame: FromChild): void
  /** Writes what is collected; resolves when the pipe has taken it, or is broken. */
  flush(): Promise<void>
}

/** A batch decodes a token for every sequence in one turn: one write for all of them, not one each. */
export function createOutbox(pipe: Writable): Outbox {
  let lines = ''

  function write(done?: () => void) {
    const text = lines
    lines = ''
    pipe.write(text, done)
  }

  return {
    send(frame) {
      if (lines === '') setImmediate(() => lines !== '' && write())
      lines += encodeFrame(frame)
    },
    flush: () => new Promise((resolve) => write(resolve)),
  }
}
