import type { Job, JobEvent, JobKind, JobSpec } from './job.ts'

/** Every job of this process. */
export interface Jobs {
  /** Starts it, or queues it. When one of the same key hasn't ended, that one, which goes on if it rested: `joined`. */
  start(spec: JobSpec): { readonly job: Job; readonly joined: boolean }
  /** Oldest first; of those that ended, only the latest. */
  list(): readonly Job[]
  /** Throws `job_not_found`. */
  get(id: string): Job
  /** Resolves once nothing of it runs any more. One that was cancelled stays so. Throws `job_not_found`, `job_conflict`. */
  cancel(id: string): Promise<Job>
  /** Likewise; throws `job_conflict` too where the job can't pause. */
  pause(id: string): Promise<Job>
  /** Throws `job_conflict` too for one that was interrupted: only who can ask for it again can go on with it. */
  resume(id: string): Job
  /** Goes on with one that was interrupted, which `spec` asks for again. Throws `job_not_found`, `job_conflict`. */
  again(id: string, spec: JobSpec): Job
  /** Changes of one job after `cursor` (0: as it is now), then those to come, until it ended. Throws `job_not_found`. */
  events(id: string, cursor: number, signal: AbortSignal): AsyncIterable<JobEvent>
  /** Calls `listener` at every change of any job; the returned function ends that. */
  subscribe(listener: (event: JobEvent) => void): () => void
  /** Resolves with the job once it ended, however. Rejects with the signal's reason. */
  ended(id: string, signal: AbortSignal): Promise<Job>
  /** Stops whatever runs, as pausing does: nothing is discarded. Nothing starts any more. */
  close(): Promise<void>
}

/** How many of a kind run at once; others wait. Absent: any number. */
export type JobLimits = Readonly<Partial<Record<JobKind, number>>>
