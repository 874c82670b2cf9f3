import { readFileSync } from 'node:fs'

/** What a process holds in memory, and what all below it do, in bytes (`VmRSS`). */
export interface Resident {
  readonly own: number
  readonly children: number
}

/** Linux only. */
export function residentBytes(pid: number, read: (path: string) => string = readText): Resident {
  const own = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1]
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  const below = children.map((child) => residentBytes(Number(child), read))
  return {
    own: Number(own ?? 0) * 1024,
    children: below.reduce((sum, child) => sum + child.own + child.children, 0),
  }
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
