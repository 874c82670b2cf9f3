import type { JobRecord, JobRecords } from '../../src/jobs/records.ts'

/** Records that outlive a registry of jobs, as those on the disk do; whoever opens them next finds what is left. */
export class MemoryRecords implements JobRecords {
  readonly kept = new Map<string, JobRecord>()
  /** All that ever were. */
  readonly saved: JobRecord[] = []

  save(record: JobRecord): void {
    this.kept.set(record.id, record)
    this.saved.push(record)
  }

  remove(id: string): void {
    this.kept.delete(id)
  }

  orphans(): readonly JobRecord[] {
    return [...this.kept.values()]
  }
}
