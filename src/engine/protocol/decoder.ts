import type { FromChild, ToChild } from './frames.ts'

/** Longest line a child may send, in bytes: far above any event, far below what would hurt the server. */
export const MAX_LINE_FROM_CHILD = 16 * 1024 * 1024
/** Longest line a child accepts: a task holds a whole prompt, escaped, and the server limits its size first. */
export const MAX_LINE_TO_CHILD = 400 * 1024 * 1024

export interface DecoderOptions<Frame> {
  readonly maxLineBytes: number
  onFrame(frame: Frame): void
  /** Called once, in words; what follows is ignored, for where the next frame starts can't be known any more. */
  onFault(reason: string): void
}

const NEWLINE = 0x0a

/**
 * Bytes in, frames out. Chunks may be cut anywhere, also inside a character: a line is decoded once it is whole.
 * A last line without its newline is dropped, since a child that dies in mid-write leaves one.
 */
export function createFrameDecoder<Frame extends ToChild | FromChild>(
  options: DecoderOptions<Frame>,
): (chunk: Buffer) => void {
  let pending: Buffer[] = []
  let pendingBytes = 0
  let faulty = false

  function fault(reason: string) {
    faulty = true
    pending = []
    options.onFault(reason)
  }

  function hold(part: Buffer) {
    pendingBytes += part.length
    if (pendingBytes > options.maxLineBytes) fault(`a line of more than ${options.maxLineBytes} bytes`)
    else pending.push(part)
  }

  function takeLine(): string {
    const line = pending.length === 1 ? pending[0]?.toString('utf8') : Buffer.concat(pending).toString('utf8')
    pending = []
    pendingBytes = 0
    return line ?? ''
  }

  return (chunk) => {
    let start = 0
    while (!faulty && start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start)
      hold(chunk.subarray(start, newline < 0 ? chunk.length : newline))
      if (newline < 0 || faulty) return
      start = newline + 1
      const frame = parseFrame<Frame>(takeLine())
      if (frame === null) fault('a line that is not a frame')
      else options.onFrame(frame)
    }
  }
}

/** Both ends are of one build, so a frame's shape is trusted once it is an object that names its operation. */
function parseFrame<Frame extends ToChild | FromChild>(line: string): Frame | null {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) && typeof value.op === 'string' ? (value as unknown as Frame) : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
