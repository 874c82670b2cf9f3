import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet pin <model>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id')
  addListFlags(command).option('--off', 'let it be unloaded for others again').option('--json', 'print JSON')
  command.action(async (name: string, options: { url?: string; off?: boolean; json?: boolean }) => {
    const { openDesk } = await import('./models/open-desk.ts')
    const desk = await openDesk(options.url, flagsOf(command))
    const model = await desk.pin(name, !options.off)
    const words = model.pinned ? 'is never unloaded for another' : 'may be unloaded for others'
    console.log(options.json ? JSON.stringify(model, null, 2) : `${model.id} ${words}.`)
  })
}
