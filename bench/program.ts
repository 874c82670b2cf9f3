import { Command } from 'commander'
import { defineLoad } from './client/command.ts'
import { defineOverhead } from './overhead/command.ts'

/** `bench` measures servers; `bench overhead` Trivet's own cost. */
export function benchProgram(): Command {
  // Both have a --model: what follows `overhead` is its own.
  const program = new Command('bench').enablePositionalOptions()
  defineLoad(program)
  defineOverhead(program.command('overhead'))
  return program
}
