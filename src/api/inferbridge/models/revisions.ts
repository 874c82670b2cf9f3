import type { Jobs } from '../../../jobs/jobs.ts'

/** Numbers that grow with each change of a job, for whoever polls to know the newer of two pictures. */
export class Revisions {
  readonly #cursors = new Map<string, number>()

  constructor(jobs: Pick<Jobs, 'subscribe'>) {
    jobs.subscribe(({ cursor, job }) => this.#cursors.set(job.id, cursor))
  }

  /** 0: nothing changed since it was begun. */
  of(job: string): number {
    return this.#cursors.get(job) ?? 0
  }
}
