/** What preparing a first model does, one after the other. */
export const STAGES = [
  'preparing',
  'downloading',
  'converting',
  'validating',
  'compiling',
  'loading',
  'benchmarking',
  'ready',
] as const
export type Stage = (typeof STAGES)[number]

/** How it came to an end otherwise. */
export type Ending = 'failed' | 'cancelled'

export const LABELS: Readonly<Record<Stage | Ending, string>> = {
  preparing: 'Preparing',
  downloading: 'Downloading model files',
  converting: 'Converting',
  validating: 'Checking the files',
  compiling: 'Compiling for the device',
  loading: 'Loading into memory',
  benchmarking: 'Measuring a short answer',
  ready: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Milliseconds since the Unix epoch. */
interface StageTimes {
  readonly status: 'active' | 'complete' | Ending
  readonly startedMs: number
  readonly endedMs: number | null
}

/** The stages that were entered, and how each went. */
export class StageLog {
  readonly #times = new Map<Stage, StageTimes>()
  #now: Stage | Ending = 'preparing'

  get now(): Stage | Ending {
    return this.#now
  }

  /** What was under way is complete. Entering the present one again changes nothing. */
  enter(stage: Stage, atMs: number): void {
    if (stage === this.#now && this.#times.has(stage)) return
    this.#close('complete', atMs)
    this.#now = stage
    const startedMs = this.#times.get(stage)?.startedMs ?? atMs
    this.#times.set(stage, stage === 'ready' ? ended(startedMs, atMs) : { status: 'active', startedMs, endedMs: null })
  }

  end(ending: Ending, atMs: number): void {
    this.#close(ending, atMs)
    this.#now = ending
  }

  /** All of them, in order. */
  rows() {
    return STAGES.map((stage) => {
      const times = this.#times.get(stage)
      return {
        stage,
        label: LABELS[stage],
        status: times?.status ?? 'pending',
        started_at: iso(times?.startedMs),
        finished_at: iso(times?.endedMs),
      }
    })
  }

  #close(status: 'complete' | Ending, atMs: number): void {
    const now = STAGES.find((stage) => stage === this.#now)
    const times = now && this.#times.get(now)
    if (now && times?.status === 'active') this.#times.set(now, { ...times, status, endedMs: atMs })
  }
}

function ended(startedMs: number, endedMs: number): StageTimes {
  return { status: 'complete', startedMs, endedMs }
}

function iso(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString()
}
