import { isUnderWay, type Job, jobStore, pull } from '../api/jobs.ts'
import type { LibraryModel } from '../api/library.ts'
import { modelStore } from '../api/model-feed.ts'
import { formatBytes, formatFacts, formatParameters } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { useAction } from '../lib/use-action.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { Row } from '../ui/Rows.tsx'
import { JobRow } from './JobRow.tsx'

const FITS = {
  fits: { text: 'fits well', colour: 'text-ok' },
  tight: { text: 'just fits', colour: 'text-accent' },
  no: { text: 'too large', colour: 'text-danger' },
} as const

/** A model that could be fetched: what it is, whether it has room here, and how far it has come. */
export function LibraryRow({ model }: { readonly model: LibraryModel }) {
  const { name, description, parameters, size_bytes, capabilities, license, gated, fit } = model
  const isHere = useStore(modelStore)?.some(({ id }) => id === model.id) ?? false
  const job = useStore(jobStore).findLast((each) => each.subject === model.pull.model && isOpen(each))
  const { isBusy, error, run } = useAction()
  if (job && !isHere) return <JobRow job={job} />
  return (
    <Row>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-52 flex-1">
          <p className="font-medium">
            {name} <span className={`font-normal text-xs ${FITS[fit.verdict].colour}`}>{FITS[fit.verdict].text}</span>
          </p>
          <p className="text-sm">{description}</p>
          <p className="text-muted text-xs">
            {formatFacts([
              formatParameters(parameters),
              ...capabilities,
              license,
              `needs ${formatBytes(fit.needed_bytes)} of memory`,
            ])}
            {gated && ' · its licence has to be accepted at Hugging Face first'}
          </p>
        </div>
        {isHere ? (
          <span className="text-muted text-sm">Here</span>
        ) : (
          <Button
            icon="download"
            disabled={isBusy}
            aria-label={`Get ${name}, ${formatBytes(size_bytes)}`}
            onClick={() => void run(() => pull(model.pull))}
          >
            {formatBytes(size_bytes)}
          </Button>
        )}
      </div>
      <ErrorText text={error} />
    </Row>
  )
}

function isOpen(job: Job): boolean {
  return isUnderWay(job) || ['paused', 'interrupted', 'failed'].includes(job.state)
}
