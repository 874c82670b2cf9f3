import { type Command, InvalidArgumentError } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

interface UnloadFlags {
  readonly url?: string
  readonly timeout?: number
  readonly json?: boolean
}

/** `trivet unload <models...>` */
export function define(command: Command): void {
  command
    .argument('<models...>', 'their ids')
    .option('--timeout <seconds>', 'how long requests get to finish (default: as long as they take)', seconds)
  addListFlags(command).option('--json', 'print JSON')
  command.action(async (models: readonly string[], { url, timeout, json }: UnloadFlags) => {
    const [{ serverFor }, { ask }] = await Promise.all([
      import('./models/server.ts'),
      import('./models/remote-desk.ts'),
    ])
    const server = await serverFor(url, flagsOf(command))
    for (const model of models) {
      const answer = await ask<object>(server, 'POST', '/v1/models/unload', { model, timeout })
      console.log(json ? JSON.stringify(answer, null, 2) : `Unloaded ${model}.`)
    }
  })
}

function seconds(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0)) throw new InvalidArgumentError('It must be a number of seconds.')
  return value
}
