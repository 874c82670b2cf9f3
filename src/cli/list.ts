import { type Command, Option } from 'commander'
import type { ListFormat } from './models/print.ts'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface ListOptions {
  readonly url?: string
  readonly json?: boolean
  readonly format: ListFormat
}

/** `trivet list` */
export function define(command: Command): void {
  addListFlags(command)
    .addOption(new Option('--format <format>', 'how').choices(['table', 'json', 'csv']).default('table'))
    .option('--json', 'the same as --format json')
  command.action(async ({ url, json, format }: ListOptions) => {
    const [{ openDesk }, { printedList }] = await Promise.all([
      import('./models/open-desk.ts'),
      import('./models/print.ts'),
    ])
    const desk = await openDesk(url, flagsOf(command))
    if (desk.url === null) process.stderr.write('No server answers, so nothing is loaded.\n')
    console.log(printedList(await desk.list(), json ? 'json' : format))
  })
}
