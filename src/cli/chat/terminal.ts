import { createInterface, type Interface } from 'node:readline'
import { styleText } from 'node:util'
import type { Terminal } from './session.ts'

/**
 * The terminal of this process. Answers go to standard output, everything else to standard error, and prompts only to
 * a person: with piped input each line is typed for them, and the output is the answers alone.
 */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr } = process
  const interactive = stdin.isTTY === true && stderr.isTTY === true
  const input = createInterface({ input: stdin, ...(interactive && { output: stderr }), terminal: interactive })
  // Taken at once: lines that come before anyone reads would be lost.
  const lines = input[Symbol.asyncIterator]()
  let asked = false
  input.on('line', () => {
    asked = false
  })
  return {
    lines: { [Symbol.asyncIterator]: () => lines },
    prompt(more) {
      if (!interactive) return
      asked = true
      input.setPrompt(more ? '... ' : '>>> ')
      input.prompt()
    },
    write: (text) => stdout.write(text),
    note: (line) => stderr.write(`${stderr.isTTY ? styleText('dim', line) : line}\n`),
    onInterrupt(listener) {
      // On a terminal in raw mode Ctrl-C is a key; otherwise it is a signal.
      input.on('SIGINT', () => {
        if (asked) dropLine(input)
        listener()
      })
      process.on('SIGINT', listener)
    },
    close: () => input.close(),
  }
}

/** Forgets what is typed so far, and leaves it on the screen. */
function dropLine(input: Interface): void {
  input.write(null, { ctrl: true, name: 'e' })
  process.stderr.write('^C\n')
  input.write(null, { ctrl: true, name: 'u' })
}
