import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet ps` */
export function define(command: Command): void {
  addListFlags(command).option('--json', 'print JSON')
  command.action(async ({ url, json }: { url?: string; json?: boolean }) => {
    const [{ serverFor }, { printedLoaded, loadedAt }] = await Promise.all([
      import('./models/server.ts'),
      import('./models/loaded.ts'),
    ])
    const models = await loadedAt(await serverFor(url, flagsOf(command)))
    console.log(json ? JSON.stringify(models, null, 2) : printedLoaded(models, Date.now()))
  })
}
