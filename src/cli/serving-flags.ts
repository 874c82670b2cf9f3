import { Command } from 'commander'
import type { Flags } from '../config/layers.ts'
import { addServerFlags, flagsOf } from './setting-flags.ts'

/** What `trivet serve` takes: its flags, and models that are named without one. */
export function defineServing(command: Command): Command {
  command.argument('[models...]', 'models to serve, each as --model would name it')
  return addServerFlags(command)
}

/** The flags that a command was given, the models among them. */
export function servedFlags(command: Command, models: readonly string[]): Flags {
  const flags = flagsOf(command)
  const named = flags['--model']
  const all = Array.isArray(named) ? [...models, ...named] : models
  return all.length === 0 ? flags : { ...flags, '--model': all }
}

/** The same of the words behind a `trivet serve`. Throws a `CommanderError`, which has been told, for what it doesn't take. */
export function servingFlags(words: readonly string[]): Flags {
  const command = defineServing(new Command('serve')).exitOverride()
  command.parse([...words], { from: 'user' })
  return servedFlags(command, command.args)
}
