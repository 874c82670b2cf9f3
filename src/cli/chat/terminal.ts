import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline'
import type { Readable } from 'node:stream'
import { styleText } from 'node:util'
import { mutableOutput, type TerminalOutput } from './mutable-output.ts'
import type { Terminal } from './session.ts'

/** The streams of a process. */
export interface TerminalStreams {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: NodeJS.WritableStream
  readonly stderr: TerminalOutput
}

/**
 * The terminal of this process. Answers go to standard output, everything else to standard error, and prompts only to
 * a person: with piped input each line is typed for them, and the output is the answers alone. What a person types
 * during an answer is shown at the next prompt, not in the middle of the answer.
 */
export function processTerminal({ stdin, stdout, stderr }: TerminalStreams = process): Terminal {
  const interactive = stdin.isTTY === true && stderr.isTTY === true
  let asked = false
  const echo = mutableOutput(stderr, () => !asked)
  const input = createInterface({ input: stdin, ...(interactive && { output: echo }), terminal: interactive })
  // Taken at once: lines that come before anyone reads would be lost.
  const lines = input[Symbol.asyncIterator]()
  /** Of each line that waits to be read, whether it is on the screen already. */
  const shown: boolean[] = []
  input.on('line', () => {
    shown.push(asked)
    asked = false
  })

  async function* typed(): AsyncGenerator<string> {
    for await (const line of { [Symbol.asyncIterator]: () => lines }) {
      const wasShown = shown.shift() ?? true
      if (interactive && !wasShown) showLine(`${input.getPrompt()}${line}`, stderr)
      asked = false
      yield line
    }
  }

  return {
    lines: typed(),
    prompt(more) {
      if (!interactive) return
      asked = true
      input.setPrompt(more ? '... ' : '>>> ')
      input.prompt(true)
    },
    write: (text) => stdout.write(text),
    think(text) {
      if (interactive) stderr.write(styleText('dim', text))
    },
    note: (line) => stderr.write(`${stderr.isTTY ? styleText('dim', line) : line}\n`),
    onInterrupt(listener) {
      // On a terminal in raw mode Ctrl-C is a key; otherwise it is a signal.
      input.on('SIGINT', () => {
        if (asked) dropLine(input, stderr)
        listener()
      })
      process.on('SIGINT', listener)
    },
    close: () => input.close(),
  }
}

/** In place of the prompt, behind which the beginning of a later line may stand. */
function showLine(line: string, stderr: TerminalOutput): void {
  cursorTo(stderr, 0)
  clearLine(stderr, 0)
  stderr.write(`${line}\n`)
}

/** Forgets what is typed so far, and leaves it on the screen. */
function dropLine(input: Interface, stderr: TerminalOutput): void {
  input.write(null, { ctrl: true, name: 'e' })
  stderr.write('^C\n')
  input.write(null, { ctrl: true, name: 'u' })
}
