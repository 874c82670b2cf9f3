import { readFileSync } from 'node:fs'

/** What a server and its engines hold in memory, in bytes: `VmRSS` of a process and all its children. Linux only. */
export function residentBytes(pid: number, read: (path: string) => string = readText): number {
  const own = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1]
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
  return Number(own ?? 0) * 1024 + children.reduce((sum, child) => sum + residentBytes(Number(child), read), 0)
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
