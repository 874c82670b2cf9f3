import { Writable } from 'node:stream'

/** A terminal's side that is written to. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The same terminal, except that what is written while it `isMuted` is dropped. */
export function mutableOutput(target: TerminalOutput, isMuted: () => boolean): NodeJS.WritableStream {
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      if (!isMuted()) target.write(chunk)
      done()
    },
  })
  // The line editor asks how wide the screen is, and hears when that changes.
  Object.defineProperty(output, 'columns', { get: () => target.columns })
  target.on('resize', () => output.emit('resize'))
  return output
}
