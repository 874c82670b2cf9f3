import { createInterface } from 'node:readline'
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
  return {
    lines: { [Symbol.asyncIterator]: () => lines },
    prompt(more) {
      if (!interactive) return
      input.setPrompt(more ? '... ' : '>>> ')
      input.prompt()
    },
    write: (text) => stdout.write(text),
    note: (line) => stderr.write(`${stderr.isTTY ? styleText('dim', line) : line}\n`),
    onInterrupt(listener) {
      // On a terminal in raw mode Ctrl-C is a key; otherwise it is a signal.
      if (interactive) input.on('SIGINT', listener)
      process.on('SIGINT', listener)
    },
    close: () => input.close(),
  }
}
