import { type Job, jobStore } from '../api/jobs.ts'
import { useStore } from '../lib/store.ts'
import { Section } from '../ui/Page.tsx'
import { Rows } from '../ui/Rows.tsx'
import { JobRow } from './JobRow.tsx'

/** Work that takes longer: what isn't done, and what failed last. */
export function JobList() {
  const jobs = useStore(jobStore).filter(isWorthShowing).toReversed()
  if (jobs.length === 0) return null
  return (
    <Section title="On its way">
      <Rows>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </Rows>
    </Section>
  )
}

/** A load shows at its model. */
function isWorthShowing({ kind, state }: Job): boolean {
  return kind !== 'load' && state !== 'done' && state !== 'cancelled'
}
