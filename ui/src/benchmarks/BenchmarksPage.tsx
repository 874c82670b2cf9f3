import { useEffect, useState } from 'react'
import { type BenchmarkRun, listBenchmarks } from '../api/benchmarks.ts'
import { followJobs, isUnderWay, type Job, jobStore } from '../api/jobs.ts'
import { useStore } from '../lib/store.ts'
import { useAsked } from '../lib/use-asked.ts'
import { JobRow } from '../models/JobRow.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Page, Section } from '../ui/Page.tsx'
import { Rows } from '../ui/Rows.tsx'
import { BenchmarkForm } from './BenchmarkForm.tsx'
import { ResultTable } from './ResultTable.tsx'
import { RunRow } from './RunRow.tsx'
import { SpeedPlot } from './SpeedPlot.tsx'

/** How fast models are here: measuring it, and what was measured, side by side. */
export function BenchmarksPage() {
  useEffect(followJobs, [])
  const jobs = useStore(jobStore).filter(isWorthShowing)
  const underWay = jobs.filter(isUnderWay).length
  const [version, setVersion] = useState(0)
  // Asked for anew whenever a job has ended.
  const { value: runs, error } = useAsked(`${version} ${underWay}`, (_, signal) => listBenchmarks(signal), 0)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const shown = shownOf(runs ?? [], chosen)
  const choose = (id: string, on: boolean) => {
    const ids = shown.map((run) => run.id).filter((other) => other !== id)
    setChosen(on ? [...ids, id] : ids)
  }
  return (
    <Page title="Benchmarks">
      <Section title="Measure">
        <BenchmarkForm onBegun={() => setChosen(null)} />
        <Rows>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </Rows>
      </Section>
      <ErrorText text={error} />
      {shown.length > 0 && (
        <Section title={shown.length > 1 ? 'Compared' : 'Measured'}>
          <SpeedPlot runs={shown} />
          <ResultTable runs={shown} />
        </Section>
      )}
      <Section title="History">
        {runs?.length === 0 && <p className="text-muted text-sm">Nothing was measured yet.</p>}
        <Rows>
          {runs?.map((run) => (
            <RunRow
              key={run.id}
              run={run}
              isChosen={shown.includes(run)}
              onChoose={(on) => choose(run.id, on)}
              onDeleted={() => setVersion((before) => before + 1)}
            />
          ))}
        </Rows>
      </Section>
    </Page>
  )
}

/** What is under way, and what has failed before it could measure anything. */
function isWorthShowing(job: Job): boolean {
  return job.kind === 'benchmark' && (isUnderWay(job) || job.state === 'failed')
}

/** Those that were chosen; the latest where nobody chose. */
function shownOf(runs: readonly BenchmarkRun[], chosen: readonly string[] | null): readonly BenchmarkRun[] {
  return chosen === null ? runs.slice(0, 1) : runs.filter(({ id }) => chosen.includes(id))
}
