import { type Command, InvalidArgumentError } from 'commander'
import { addInstancesFlag } from './instances-flag.ts'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface EnableFlags {
  readonly url?: string
  readonly instances?: number
  readonly id?: string
  readonly now?: boolean
}

/** `trivet enable <model>` */
export function define(command: Command): void {
  addInstancesFlag(command.argument('<model>', 'its id'), count)
    .option('--id <id>', 'the id that it is to have on the server')
    .option('--now', 'have a running server load it too')
  addListFlags(command)
  command.addHelpText('after', '\nIt is written into the file of settings; a server reads that when it starts.')
  command.action(async (name: string, { url, instances, id, now }: EnableFlags) => {
    const flags = flagsOf(command)
    const [{ settingsFile }, { withEnabled }, { localModel }] = await Promise.all([
      import('./settings-file.ts'),
      import('./enabled.ts'),
      import('./local-model.ts'),
    ])
    const model = await localModel(name, flags)
    const named = { id: id ?? model.id, path: model.path, instances }
    const file = settingsFile(flags)
    file.write(withEnabled(file.text, named))
    console.log(`${named.id} is loaded whenever a server starts (${file.path}).`)
    if (!now) return
    const [{ serverFor }, { loadAt }] = await Promise.all([import('./models/server.ts'), import('./models/load-at.ts')])
    const fields = { model: named.id, model_path: named.path, instance_count: instances }
    console.log(await loadAt(await serverFor(url, flags), fields, false))
  })
}

function count(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number, at least 1.')
  return value
}
