import { type Command, InvalidArgumentError } from 'commander'
import type { Answerer } from './chat/answerer.ts'
import type { WishFlags } from './chat/wish.ts'
import { exitCodeOf } from './exit-codes.ts'
import { serverUrl } from './server-url.ts'
import { addEngineFlags, flagsOf } from './setting-flags.ts'

interface RunOptions extends WishFlags {
  readonly url?: string
  readonly system?: string
}

/** `trivet run <model>` */
export function define(command: Command): void {
  command
    .argument('<model>', 'the id of a model here, or a model file or folder')
    .option('--url <url>', 'ask this server instead of loading the model here', serverUrl)
    .option('--system <text>', 'what the model is told before the conversation')
    .option('--temperature <number>', '0 is greedy', number)
    .option('--top-p <number>', 'keep the likeliest tokens up to this probability', number)
    .option('--top-k <number>', 'keep this many of the likeliest tokens', number)
    .option('--seed <number>', 'same seed, same answer', number)
    .option('--max-tokens <number>', 'tokens of an answer at most', number)
  addEngineFlags(command)
  command.addHelpText('after', '\nPiped input is read line by line, each line a turn; answers go to standard output.')
  command.action(run)
}

async function run(model: string, options: RunOptions, command: Command): Promise<void> {
  const [{ processTerminal }, { holdConversation }, { systemClock }] = await Promise.all([
    import('./chat/terminal.ts'),
    import('./chat/session.ts'),
    import('../core/clock.ts'),
  ])
  const answerer = await answererFor(model, options, command)
  const terminal = processTerminal()
  try {
    const error = await holdConversation({ terminal, answerer, system: options.system ?? null, clock: systemClock })
    // A person saw the error and went on; a script has only the status.
    if (error && !process.stdin.isTTY) process.exitCode = exitCodeOf(error.code)
  } finally {
    terminal.close()
    await answerer.close()
  }
}

async function answererFor(model: string, options: RunOptions, command: Command): Promise<Answerer> {
  const { wishOf } = await import('./chat/wish.ts')
  const wish = wishOf(options)
  if (options.url !== undefined) {
    const { remoteAnswerer } = await import('./chat/remote.ts')
    return remoteAnswerer(options.url, model, wish)
  }
  const { openLocal } = await import('./chat/open-local.ts')
  return openLocal(model, flagsOf(command), wish)
}

function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}
