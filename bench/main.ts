import { Command } from 'commander'
import { defineLoad } from './client/command.ts'
import { defineOverhead } from './overhead/command.ts'

const program = new Command('bench')
defineLoad(program)
defineOverhead(program.command('overhead'))

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
