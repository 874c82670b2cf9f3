import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { Socket } from 'node:net'
import { startProcess } from './start-process.ts'

/** A child that is started before it is known what it will do: Node takes longer to start than that to be found out. */
export interface Spare {
  /** The child, once; `null` when it has been taken, or has ended. */
  take(): ChildProcessWithoutNullStreams | null
  /** Ends it, unless it has been taken. */
  end(): void
}

/**
 * Nothing waits for a spare child: a program that has nothing else to do ends, and the child with it.
 * @param entry as `ChildRuntime.entry`
 */
export function startSpare(entry: URL): Spare {
  let child: ChildProcessWithoutNullStreams | null = startProcess(entry, ['--spare'])
  // One that can't be started is as good as one that was taken.
  child.on('error', () => {
    child = null
  })
  hold(child, false)

  function take() {
    const taken = child
    child = null
    if (taken === null || taken.pid === undefined || taken.exitCode !== null || taken.signalCode !== null) return null
    hold(taken, true)
    return taken
  }

  return { take, end: () => void take()?.kill('SIGKILL') }
}

/** Whether this process stays for as long as the child is there. */
function hold(child: ChildProcessWithoutNullStreams, on: boolean): void {
  const handles = [child, ...child.stdio.filter((stream) => stream instanceof Socket)]
  for (const handle of handles) on ? handle.ref() : handle.unref()
}
