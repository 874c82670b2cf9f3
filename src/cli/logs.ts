import { type Command, Option } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface LogOptions {
  readonly url?: string
  readonly follow?: boolean
  readonly lines: string
  readonly level: string
  readonly json?: boolean
}

/** `trivet logs` */
export function define(command: Command): void {
  addListFlags(command)
    .option('-f, --follow', 'go on as it is written')
    .option('-n, --lines <number>', 'how many of the last lines', '100')
    .addOption(
      new Option('--level <level>', 'the least important to show')
        .choices(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])
        .default('trace'),
    )
    .option('--json', 'print JSON, a line each')
  command.action(async ({ url, follow = false, lines, level, json = false }: LogOptions) => {
    const [{ serverFor }, { logAt }, { printedLine }] = await Promise.all([
      import('./models/server.ts'),
      import('./logs/log-at.ts'),
      import('./logs/print.ts'),
    ])
    const server = await serverFor(url, flagsOf(command))
    for await (const line of logAt(server, { lines, level, follow })) {
      console.log(json ? JSON.stringify(line) : printedLine(line))
    }
  })
}
