import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet platform` */
export function define(command: Command): void {
  addListFlags(command).option('--json', 'print JSON, as GET /v1/platforms does')
  command.action(async ({ url, json }: { url?: string; json?: boolean }) => {
    const [{ serverFor }, { platformsAt, printedPlatforms }] = await Promise.all([
      import('./models/server.ts'),
      import('./machine/platforms-at.ts'),
    ])
    const told = await platformsAt(await serverFor(url, flagsOf(command)))
    console.log(json ? JSON.stringify(told, null, 2) : printedPlatforms(told))
  })
}
