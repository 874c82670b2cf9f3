import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet copy <model> <id>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id').argument('<id>', 'the id of the copy')
  addListFlags(command).option('--json', 'print JSON')
  command.addHelpText(
    'after',
    "\nThe copy is in Trivet's own store. A model that is there already shares its files with it.",
  )
  command.action(async (name: string, id: string, { url, json }: { url?: string; json?: boolean }) => {
    const { openDesk } = await import('./models/open-desk.ts')
    const model = await (await openDesk(url, flagsOf(command))).copy(name, id)
    console.log(json ? JSON.stringify(model, null, 2) : `${model.id} is a copy of ${name}.`)
  })
}
