import { Program } from '../e2e/program.ts'

/** The built server at work with these flags, at a free port. */
export async function serving(...flags: readonly string[]): Promise<{ program: Program; url: string }> {
  const program = new Program(['serve', '--port', '0', '--threads', '1', ...flags])
  const url = await program.listening()
  return { program, url }
}
