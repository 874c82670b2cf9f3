import type { Clock } from '../../../core/clock.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** The last change of a job. */
export interface Change {
  /** Grows with each, for whoever polls to know the newer of two pictures. */
  readonly revision: number
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
}

/** Remembers when each job changed last. */
export class Revisions {
  readonly #changes = new Map<string, Change>()

  constructor(jobs: Pick<Jobs, 'subscribe'>, clock: Pick<Clock, 'now'>) {
    jobs.subscribe(({ cursor, job }) => this.#changes.set(job.id, { revision: cursor, atMs: clock.now() }))
  }

  /** `null`: nothing changed since it was begun. */
  of(job: string): Change | null {
    return this.#changes.get(job) ?? null
  }
}
