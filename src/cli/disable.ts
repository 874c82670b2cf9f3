import type { Command } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet disable <model>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id').option('--now', 'have a running server unload it too')
  addListFlags(command)
  command.action(async (id: string, { url, now }: { url?: string; now?: boolean }) => {
    const flags = flagsOf(command)
    const [{ settingsFile }, { withDisabled }] = await Promise.all([
      import('./settings-file.ts'),
      import('./enabled.ts'),
    ])
    const file = settingsFile(flags)
    const text = withDisabled(file.text, id)
    if (text !== null) file.write(text)
    console.log(text === null ? `${id} was not enabled.` : `${id} is no longer loaded when a server starts.`)
    if (!now) return
    const [{ serverFor }, { ask }] = await Promise.all([
      import('./models/server.ts'),
      import('./models/remote-desk.ts'),
    ])
    const { message } = await ask<{ message: string }>(await serverFor(url, flags), 'POST', '/v1/models/unload', {
      model: id,
    })
    console.log(message)
  })
}
