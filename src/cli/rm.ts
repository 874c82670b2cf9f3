import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface RemoveOptions {
  readonly url?: string
  readonly json?: boolean
  readonly yes?: boolean
}

/** `trivet rm <models...>` */
export function define(command: Command): void {
  command.argument('<models...>', 'ids; an alias is forgotten, and its model stays')
  addListFlags(command).option('-y, --yes', 'do not ask').option('--json', 'print JSON')
  command.addHelpText(
    'after',
    "\nOnly models of Trivet's own store are deleted; those of other programs are deleted there.",
  )
  command.action(async (names: string[], { url, json = false, yes = false }: RemoveOptions) => {
    const [{ openDesk }, { removeModels }] = await Promise.all([
      import('./models/open-desk.ts'),
      import('./models/remove.ts'),
    ])
    await removeModels(await openDesk(url, flagsOf(command)), names, { yes, json })
  })
}
