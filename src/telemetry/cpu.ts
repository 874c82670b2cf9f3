import os from 'node:os'

/** Time that all cores have spent, in milliseconds since they started. */
export interface CpuTimes {
  readonly busy: number
  readonly idle: number
}

export function cpuTimes(cores: readonly Pick<os.CpuInfo, 'times'>[] = os.cpus()): CpuTimes {
  const all = cores.map(({ times }) => times)
  const idle = all.reduce((total, times) => total + times.idle, 0)
  const whole = all.reduce((total, { user, nice, sys, idle, irq }) => total + user + nice + sys + idle + irq, 0)
  return { busy: whole - idle, idle }
}

/** How busy the machine was from one look to the next, 0 to 100. */
export function cpuPercent(before: CpuTimes, now: CpuTimes): number {
  const [busy, idle] = [now.busy - before.busy, now.idle - before.idle]
  return busy + idle <= 0 ? 0 : Math.round((1000 * busy) / (busy + idle)) / 10
}

/** How busy the machine was since the last look that is at least a moment ago. */
export function watchCpu(now: () => number, look = cpuTimes, momentMs = 500): () => number {
  let before = { atMs: now(), times: look() }
  let percent = 0
  return () => {
    if (now() - before.atMs < momentMs) return percent
    const times = look()
    percent = cpuPercent(before.times, times)
    before = { atMs: now(), times }
    return percent
  }
}
