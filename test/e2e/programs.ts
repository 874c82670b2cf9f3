import { afterEach } from 'vitest'
import { Program, type ProgramOptions } from './program.ts'

/**
 * Runs commands that are ended by force after the test that ran them; with `afterAll`, after the last one. What they
 * work in may be removed by a hook that is set up before this.
 */
export function startPrograms(after: typeof afterEach = afterEach) {
  const programs: Program[] = []
  after(async () => {
    await Promise.all(programs.splice(0).map((program) => program.dispose()))
  })
  return (args: readonly string[], options?: ProgramOptions): Program => {
    const program = new Program(args, options)
    programs.push(program)
    return program
  }
}
