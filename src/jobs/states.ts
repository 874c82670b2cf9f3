import type { Job, JobState } from './job.ts'
import type { JobLimits } from './jobs.ts'

export type JobCommand = 'cancel' | 'pause' | 'resume' | 'again'

const ALLOWED: Readonly<Record<JobCommand, readonly JobState[]>> = {
  // Again is no mistake: the client may not have heard the first answer.
  cancel: ['queued', 'running', 'paused', 'interrupted', 'cancelled'],
  pause: ['queued', 'running', 'paused'],
  resume: ['queued', 'running', 'paused'],
  again: ['queued', 'running', 'paused', 'interrupted'],
}

const STATES: Readonly<Partial<Record<JobState, string>>> = { failed: 'has failed', interrupted: 'was interrupted' }

/** Why the job can't be told this, as `it …`; null when it can. */
export function objection(job: Pick<Job, 'state' | 'pausable' | 'kind'>, command: JobCommand): string | null {
  if (!ALLOWED[command].includes(job.state)) return STATES[job.state] ?? `is ${job.state}`
  if (command === 'pause' && !job.pausable) return `is a ${job.kind}, which goes on or ends`
  return null
}

/** The part of a job that decides when it may run. */
export interface Candidate {
  readonly job: Pick<Job, 'kind' | 'state'>
  readonly key: string
  /** Its work still runs, whatever its state. */
  readonly busy: boolean
}

/** The first that may run now: its kind has a place free, and nothing else works at what it is about. */
export function nextToRun<T extends Candidate>(candidates: readonly T[], limits: JobLimits): T | null {
  const busy = candidates.filter((candidate) => candidate.busy)
  const fits = ({ job, key, busy: itself }: T): boolean =>
    job.state === 'queued' &&
    !itself &&
    busy.every((other) => other.key !== key) &&
    busy.filter((other) => other.job.kind === job.kind).length < (limits[job.kind] ?? Number.POSITIVE_INFINITY)
  return candidates.find(fits) ?? null
}
