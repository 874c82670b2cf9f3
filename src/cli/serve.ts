import type { Command } from 'commander'
import { DEFAULT_RUNTIME } from '../engine/process/runtime.ts'
import { startSpare } from '../engine/process/spare.ts'
import { addServerFlags, flagsOf } from './setting-flags.ts'

/** `trivet serve [models...]` */
export function define(command: Command): void {
  command.argument('[models...]', 'models to serve, each as --model would name it')
  addServerFlags(command)
  command.addHelpText(
    'after',
    '\nEvery setting can also be an environment variable (TRIVET_PORT) or stand in trivet.yaml; flags are over variables,\nvariables over the file.',
  )
  command.action(async (models: string[]) => {
    const flags = flagsOf(command)
    // It comes up while this process is still reading its own code.
    const spare = startSpare(DEFAULT_RUNTIME.entry)
    const { serve } = await import('./serving.ts')
    const named = flags['--model']
    const all = Array.isArray(named) ? [...models, ...named] : models
    await serve(all.length === 0 ? flags : { ...flags, '--model': all }, spare)
  })
}
