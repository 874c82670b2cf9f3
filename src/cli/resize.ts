import { type Command, InvalidArgumentError } from 'commander'
import { addListFlags, flagsOf } from './setting-flags.ts'

/** `trivet resize <model> <instances>` */
export function define(command: Command): void {
  command.argument('<model>', 'its id').argument('<instances>', 'how many of it there are to be', count)
  addListFlags(command).option('--json', 'print JSON')
  command.action(async (model: string, instances: number, { url, json }: { url?: string; json?: boolean }) => {
    const [{ serverFor }, { resizeAt }] = await Promise.all([
      import('./models/server.ts'),
      import('./models/load-at.ts'),
    ])
    const server = await serverFor(url, flagsOf(command))
    console.log(await resizeAt(server, { model, instance_count: instances }, json ?? false))
  })
}

function count(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number, at least 1.')
  return value
}
