import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { onAbort } from '../../../core/abort.ts'
import type { Clock } from '../../../core/clock.ts'
import { ConversionRefusal } from '../refusal.ts'

export interface ProgramRun {
  /** Absolute. */
  readonly file: string
  /** Given as they are: no shell reads them. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Silence after which it counts as hung, in milliseconds. */
  readonly silenceMs: number
}

/** What it gets to end in an orderly way. */
const GRACE_MS = 5_000

/** Lines kept to tell why it failed. */
const LAST_LINES = 20
const LONGEST_LINE = 500

/**
 * Runs a program to its end. It and whatever it has started is ended when the signal aborts, or when it says nothing
 * for too long. Rejects with the signal's reason, or with a `ConversionRefusal` that has its last words.
 */
export async function runProgram(run: ProgramRun): Promise<void> {
  run.signal.throwIfAborted()
  const { file, args, env, clock } = run
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, windowsHide: true })
  const ended = whenEnded(child)
  const lines: string[] = []
  let hung = false
  let stopWaiting = () => {}
  const wait = () => {
    stopWaiting()
    stopWaiting = clock.after(run.silenceMs, () => {
      hung = true
      endGroup(child, clock)
    })
  }
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      wait()
      if (line.trim() !== '') lines.push(line.trim().slice(0, LONGEST_LINE))
      if (lines.length > LAST_LINES) lines.shift()
    })
  }
  wait()
  const deafen = onAbort(run.signal, () => endGroup(child, clock))
  try {
    const how = await ended
    run.signal.throwIfAborted()
    if (hung) throw new ConversionRefusal(`${file} said nothing for ${run.silenceMs / 1000} s and was ended.`)
    if (how !== null) throw new ConversionRefusal(`${file} failed (${how}): ${lines.at(-1) ?? 'it said nothing'}`)
  } finally {
    deafen()
    stopWaiting()
  }
}

/** The program of this name on the path; null when it isn't installed. */
export async function findProgram(name: string, path: string): Promise<string | null> {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name
  for (const folder of path.split(delimiter).filter((each) => each !== '')) {
    const file = join(folder, fileName)
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  }
  return null
}

/** Resolves with how it failed, null when it didn't, once its output has been read. */
function whenEnded(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)))
  })
}

/** It leads a process group of its own, so that what it has started goes with it. */
function endGroup(child: ChildProcess, clock: Clock): void {
  const { pid } = child
  if (pid === undefined) return
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, signal)
    } catch {
      // It is gone.
    }
  }
  kill('SIGTERM')
  const stop = clock.after(GRACE_MS, () => kill('SIGKILL'))
  child.once('close', stop)
}
