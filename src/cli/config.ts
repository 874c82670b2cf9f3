import type { Command } from 'commander'
import { addServerFlags, flagsOf } from './setting-flags.ts'

interface ConfigOptions {
  readonly check?: boolean
  readonly schema?: boolean
  readonly json?: boolean
}

/** `trivet config [--json | --check | --schema]` */
export function define(command: Command): void {
  addServerFlags(command)
    .option('--json', 'print the settings as JSON')
    .option('--check', 'only tell whether the settings, and the files that they name, can be used')
    .option('--schema', 'print the JSON Schema of trivet.yaml')
  command.action(async ({ check, schema, json = false }: ConfigOptions) => {
    const { checkSettings, printSchema, printSettings } = await import('./print-settings.ts')
    if (schema) printSchema()
    else if (check) await checkSettings(flagsOf(command))
    else printSettings(flagsOf(command), json)
  })
}
