import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet show <model>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id, an alias, or any spelling that can mean only it')
  addListFlags(command).option('--json', 'print JSON')
  command.action(async (name: string, { url, json }: { url?: string; json?: boolean }) => {
    const [{ openDesk }, { printedModel }] = await Promise.all([
      import('./models/open-desk.ts'),
      import('./models/print.ts'),
    ])
    const model = await (await openDesk(url, flagsOf(command))).show(name)
    console.log(json ? JSON.stringify(model, null, 2) : printedModel(model))
  })
}
