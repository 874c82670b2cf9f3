import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet alias <model> <alias>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id').argument('<alias>', 'what else it is to be called')
  addListFlags(command).option('--json', 'print JSON')
  command.addHelpText('after', '\n`trivet rm <alias>` takes it away again.')
  command.action(async (name: string, alias: string, { url, json }: { url?: string; json?: boolean }) => {
    const { openDesk } = await import('./models/open-desk.ts')
    const model = await (await openDesk(url, flagsOf(command))).alias(name, alias)
    console.log(json ? JSON.stringify(model, null, 2) : `${alias} means ${model.id} from now on.`)
  })
}
