import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Clock } from '../../../core/clock.ts'
import { lastWords } from '../../process/last-words.ts'
import { createLogRing } from '../../process/log-ring.ts'

/** A maker's server of models that runs for this one. */
export interface ServerProcess {
  /** Resolves when it is gone, with its last line. */
  readonly ended: Promise<{ readonly how: string; readonly lastLine: string }>
  kill(signal: NodeJS.Signals): void
}

/** Of util-linux: has the kernel end a program with whoever started it, however that ends. */
const SETPRIV = '/usr/bin/setpriv'

/** @param variables of its environment, beside those of this process */
export function spawnServer(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  clock: Clock,
): ServerProcess {
  const bound = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', command, ...args] : [command, ...args]
  const [program = command, ...rest] = bound
  const env = { ...process.env, ...variables }
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env })
  const logs = createLogRing(clock)
  child.stdout.on('data', logs.writer())
  child.stderr.on('data', logs.writer())
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  return {
    ended: ended.then((how) => ({ how, lastLine: lastWords(logs.lines(), () => false) || logs.lastLine() })),
    kill: (signal) => void child.kill(signal),
  }
}
