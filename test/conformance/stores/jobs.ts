import { expect, test } from 'vitest'
import type { Database } from '../../../src/store/database.ts'
import { createJobStore, type KeptJob } from '../../../src/store/jobs.ts'

/** What is kept of work under way. */
export function jobSuite(withDatabase: (work: (database: Database) => void) => void): void {
  test('jobs of a process that is gone are found, oldest first, until they are removed or another takes them', () => {
    withDatabase((database) => {
      const gone = new Set<string>()
      const storeOf = (self: string) =>
        createJobStore<KeptJob & { readonly subject: string }>(database, { self, isGone: (each) => gone.has(each) })
      const [first, second] = [storeOf('first'), storeOf('second')]
      const jobs = [3, 1, 2].map((createdMs) => ({ id: `job-${createdMs}`, createdMs, subject: 'é "x"' }))
      for (const job of jobs) first.save(job)
      second.save({ id: 'other', createdMs: 0, subject: '' })
      expect(second.orphans()).toEqual([])
      gone.add('first')
      expect(second.orphans()).toEqual([jobs[1], jobs[2], jobs[0]])
      second.remove('job-2')
      second.save({ id: 'job-1', createdMs: 1, subject: 'taken' })
      expect(second.orphans()).toEqual([jobs[0]])
    })
  })
}
