import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../core/clock.ts'
import { lastWords } from '../../process/last-words.ts'
import { createLogRing } from '../../process/log-ring.ts'

/** A server of models that runs for this one. */
export interface ServerProcess {
  /** Resolves when it is gone, with its last line. */
  readonly ended: Promise<{ readonly how: string; readonly lastLine: string }>
  kill(signal: NodeJS.Signals): void
}

/** Of util-linux: has the kernel end a program with whoever started it, however that ends. */
const SETPRIV = '/usr/bin/setpriv'

export function spawnServer(command: string, args: readonly string[], clock: Clock): ServerProcess {
  const bound = existsSync(SETPRIV) ? [SETPRIV, '--pdeathsig', 'KILL', command, ...args] : [command, ...args]
  const [program = command, ...rest] = bound
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
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

const ASK_AGAIN_MS = 100

/** Resolves when its `/health` says that the model is loaded. Rejects with an Error in words when it ends before, or as `signal` does. */
export async function whenReady(origin: string, server: ServerProcess, signal: AbortSignal): Promise<void> {
  const ended = server.ended.then(({ how, lastLine }) => {
    throw new Error(`it ended while loading (${how}): ${lastLine || 'it said nothing before'}.`)
  })
  // Nobody may be waiting when it does.
  ended.catch(() => {})
  while (!signal.aborted) {
    const asked = fetch(`${origin}/health`, { signal }).then(
      ({ status }) => status,
      () => 0,
    )
    if ((await Promise.race([asked, ended])) === 200) return
    await Promise.race([pause(ASK_AGAIN_MS), ended])
  }
  throw signal.reason
}

/** One that nobody listens at, for now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
