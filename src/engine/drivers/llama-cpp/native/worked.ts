/** When something was, in milliseconds from any beginning. */
export interface Moment {
  readonly wallMs: number
  /** What this process has computed by then, on all cores. */
  readonly cpuMs: number
}

export function momentNow(): Moment {
  const { user, system } = process.cpuUsage()
  return { wallMs: performance.now(), cpuMs: (user + system) / 1000 }
}

/**
 * What a piece of work took that ran on one thread: of the time that went by, no more than this process has computed. On
 * a machine that stalls time goes by; where other threads compute meanwhile, more is computed than went by.
 */
export function workedMs(began: Moment, ended: Moment): number {
  return Math.min(ended.wallMs - began.wallMs, ended.cpuMs - began.cpuMs)
}
