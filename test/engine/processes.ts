import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Live children of a process, by what Linux says. A zombie is dead: it only waits to be noticed. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => status(Number(name)))
    .filter((process) => process !== null)
    .filter((process) => process.parent === parent && process.state !== 'Z')
    .map((process) => process.pid)
}

/** The one live child of a process. Throws when there is another number of them: a guess could end a stranger. */
export function onlyChildOf(parent: number): number {
  const [child, ...others] = childrenOf(parent)
  if (child === undefined || others.length > 0) throw new Error(`${parent} has not one child: ${child}, ${others}`)
  return child
}

/** Resolves when the process is gone; the test's own time limit is the only one. */
export async function gone(pid: number): Promise<void> {
  for (let state = status(pid)?.state; state !== undefined && state !== 'Z'; state = status(pid)?.state) await sleep(5)
}

interface ProcessStatus {
  readonly pid: number
  readonly parent: number
  readonly state: string
}

function status(pid: number): ProcessStatus | null {
  try {
    // "pid (name) state ppid …", where the name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), state }
  } catch {
    return null
  }
}
