import { benchProgram } from './program.ts'

try {
  await benchProgram().parseAsync()
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
