import type { Job } from './job.ts'

/** What is kept of a job that hasn't ended, for when its process does first. */
export interface JobRecord extends Pick<Job, 'id' | 'kind' | 'subject' | 'pausable' | 'createdMs'> {
  readonly key: string
  readonly request: NonNullable<Job['request']>
}

/** Jobs that outlive their process. */
export interface JobRecords {
  save(record: JobRecord): void
  remove(id: string): void
  /** Of processes that are gone, oldest first. */
  orphans(): readonly JobRecord[]
}
