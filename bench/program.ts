import { Command } from 'commander'
import { defineLoad } from './client/command.ts'
import { defineMemory } from './memory/command.ts'
import { defineOverhead } from './overhead/command.ts'
import { defineSampling } from './sampling/command.ts'
import { defineTable } from './table/command.ts'

/** `bench` measures servers; `bench table` everything beside another server; `bench overhead` Trivet's own
 * cost; `bench memory` what stays behind. */
export function benchProgram(): Command {
  // Both have a --model: what follows `overhead` is its own.
  const program = new Command('bench').enablePositionalOptions()
  defineLoad(program)
  defineOverhead(program.command('overhead'))
  defineMemory(program.command('memory'))
  defineTable(program.command('table'))
  defineSampling(program.command('sampling'))
  return program
}
