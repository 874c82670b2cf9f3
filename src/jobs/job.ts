import type { ErrorReport } from '../core/errors.ts'

/**
 * `paused`: nothing runs, and `resume` goes on where it was. `interrupted`: its process ended before it did; asking for
 * the same again goes on. The last three are ends.
 */
export type JobState = 'queued' | 'running' | 'paused' | 'interrupted' | 'done' | 'failed' | 'cancelled'

export type JobKind = 'pull' | 'load' | 'convert' | 'quantize' | 'benchmark'

/** Work that takes longer than a request: what is known of it now. Plain data; a new value for every change. */
export interface Job {
  readonly id: string
  readonly kind: JobKind
  /** What it is about, for people: a model's id. */
  readonly subject: string
  readonly state: JobState
  /** What it is doing, as its kind calls it (`downloading`, `quantizing`); null before it began. */
  readonly stage: string | null
  /** Null while nothing countable happens. */
  readonly progress: Progress | null
  /** Why it failed: a row of the errors table. */
  readonly error: ErrorReport | null
  /** What a finished one made, as plain data; null until then. */
  readonly result: unknown
  readonly pausable: boolean
  /** What asks for it again; null: nothing outlives its process. */
  readonly request: JobRequest | null
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number
  readonly startedMs: number | null
  readonly endedMs: number | null
}

export interface Progress {
  readonly doneBytes: number
  /** Null: nobody knows yet. */
  readonly totalBytes: number | null
  /** Of late. Null until it can be told. */
  readonly bytesPerSecond: number | null
  readonly etaSeconds: number | null
}

/** A POST to this server. */
export interface JobRequest {
  readonly path: string
  /** JSON. */
  readonly body: unknown
}

/** A job after a change. `cursor` grows by one with each change of any job of this process. */
export interface JobEvent {
  readonly type: 'job.state' | 'job.stage' | 'job.progress'
  readonly cursor: number
  readonly job: Job
}

/** What is to be done. */
export interface JobSpec {
  readonly kind: JobKind
  readonly subject: string
  /** Who asks for the same key while its job hasn't ended gets that job. */
  readonly key: string
  /** Whether `work`, aborted and called again, goes on where it was. Default: false. */
  readonly pausable?: boolean
  /** See `Job.request`. */
  readonly request?: JobRequest
  /** Resolves with `Job.result`. Rejects soon after its signal aborts. */
  readonly work: (control: JobControl) => Promise<unknown>
  /** Removes what an unfinished one left behind; called once a cancelled one no longer works. */
  readonly discard?: () => Promise<void>
}

/** The work's end of its job. */
export interface JobControl {
  /** Aborts when the job is to pause or to end. */
  readonly signal: AbortSignal
  /** Begins another stage, which counts from nothing. */
  stage(name: string): void
  /** Bytes done of this stage, those of an earlier run included. Cheap: may be called for every block. */
  progress(doneBytes: number, totalBytes: number | null): void
}

/** Whether this is an end. */
export function hasEnded({ state }: Pick<Job, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}
