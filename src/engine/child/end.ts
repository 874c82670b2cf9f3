import { writeSync } from 'node:fs'

const STDERR = 2

/**
 * Ends this process on the spot. Not `process.exit`: that waits for native calls on the thread pool, which may take
 * minutes, and runs the destructors of libraries that are computing.
 */
export function endByForce(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** For an error nobody expected: into the log, with the line that sums it up last, where the server looks for it. */
export function reportAndEnd(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const place = error.stack?.split('\n').slice(1).join('\n') ?? ''
  writeSync(STDERR, `${place}\nuncaught ${error.name}: ${error.message}\n`)
  endByForce()
}
