import type { Command } from 'commander'
import { TrivetError } from '../core/errors.ts'
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
    const unloaded = ask<{ message: string }>(await serverFor(url, flags), 'POST', '/v1/models/unload', { model: id })
    const { message } = await unloaded.catch((error: unknown) => {
      // That is what was wanted.
      if (error instanceof TrivetError && error.code === 'model_not_loaded') return error
      throw error
    })
    console.log(message)
  })
}
