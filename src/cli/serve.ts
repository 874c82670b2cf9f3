import type { Command } from 'commander'
import { DEFAULT_RUNTIME } from '../engine/process/runtime.ts'
import { startSpare } from '../engine/process/spare.ts'
import { defineServing, servedFlags } from './serving-flags.ts'

/** `trivet serve [models...]` */
export function define(command: Command): void {
  defineServing(command).addHelpText(
    'after',
    '\nEvery setting can also be an environment variable (TRIVET_PORT) or stand in trivet.yaml; flags are over variables,\nvariables over the file.',
  )
  command.action(async (models: string[]) => {
    // It comes up while this process is still reading its own code.
    const spare = startSpare(DEFAULT_RUNTIME.entry)
    const { serve } = await import('./serving.ts')
    await serve(servedFlags(command, models), spare)
  })
}
