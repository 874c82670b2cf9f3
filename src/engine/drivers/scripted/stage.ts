import { existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { LoadStep, ReplyStep } from './script.ts'

const STDERR = 2
const POLL_MS = 5

/** Where a script is played: what its steps do to the world outside the stream of events. */
export interface Stage {
  /** Does a step's waiting. Rejects when `signal` aborts; even a step without a wait gives the event loop a turn. */
  wait(step: LoadStep | ReplyStep, signal?: AbortSignal): Promise<void>
  /** Writes a step's lines where the logs of an engine go. */
  log(step: LoadStep | ReplyStep): void
  /** Ends or blocks the process when the step says so, else returns. */
  end(step: LoadStep | ReplyStep): void
}

/** `folder` is where a script's relative paths start. */
export function createStage(folder: string): Stage {
  async function gate(path: string, signal: AbortSignal | undefined) {
    const file = resolve(folder, path)
    while (!existsSync(file)) await sleep(POLL_MS, undefined, { signal })
  }

  return {
    async wait({ delayMs, waitFor }, signal) {
      // The turn lets frames of the step before leave the process, so that a crash never takes them with it.
      await turn(undefined, { signal })
      if (delayMs !== undefined) await sleep(delayMs, undefined, { signal })
      if (waitFor !== undefined) await gate(waitFor, signal)
    },
    log({ log }) {
      if (log !== undefined) writeSync(STDERR, `${log}\n`)
    },
    end({ crash, hang }) {
      if (typeof crash === 'number') process.exit(crash)
      if (typeof crash === 'string') process.kill(process.pid, crash)
      // A signal is delivered soon, not at once; nothing may happen in between.
      if (crash !== undefined || hang === true) blockForGood()
    },
  }
}

function blockForGood() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
