import { commandJob, isUnderWay, type Job } from '../api/jobs.ts'
import { formatBytes, formatDuration, formatFacts } from '../lib/format.ts'
import { useAction } from '../lib/use-action.ts'
import { IconButton } from '../ui/Button.tsx'
import { ErrorText } from '../ui/ErrorText.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { Row } from '../ui/Rows.tsx'

/** A job, how far it is, and what can be done about it. */
export function JobRow({ job }: { readonly job: Job }) {
  const { id, subject, state, progress, pausable } = job
  const { isBusy, error, run } = useAction()
  const command = (name: 'pause' | 'resume' | 'cancel') => () => void run(() => commandJob(id, name))
  const share = progress?.total_bytes ? progress.done_bytes / progress.total_bytes : null
  return (
    <Row>
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">{subject}</p>
          <p className="text-muted text-xs tabular-nums">{stateOf(job)}</p>
        </div>
        {isUnderWay(job) && pausable && (
          <IconButton icon="pause" label={`Pause ${subject}`} disabled={isBusy} onClick={command('pause')} />
        )}
        {canGoOn(job) && (
          <IconButton icon="play" label={`Go on with ${subject}`} disabled={isBusy} onClick={command('resume')} />
        )}
        {state !== 'failed' && (
          <IconButton icon="close" label={`Cancel ${subject}`} disabled={isBusy} onClick={command('cancel')} />
        )}
      </div>
      {(isUnderWay(job) || (share !== null && state !== 'failed')) && <ProgressBar label={subject} value={share} />}
      <ErrorText text={error ?? job.error?.message ?? null} />
    </Row>
  )
}

/** One that was cancelled is over. */
function canGoOn(job: Job): boolean {
  return !isUnderWay(job) && job.state !== 'cancelled' && job.kind !== 'benchmark'
}

function stateOf({ kind, state, stage, progress }: Job): string {
  const words = state === 'running' ? (stage ?? kind) : state
  if (progress === null) return words
  const { done_bytes, total_bytes, bytes_per_second, eta_seconds } = progress
  return formatFacts([
    words,
    total_bytes === null ? formatBytes(done_bytes) : `${formatBytes(done_bytes)} of ${formatBytes(total_bytes)}`,
    state === 'running' && bytes_per_second !== null ? `${formatBytes(bytes_per_second)}/s` : null,
    state === 'running' && eta_seconds !== null ? `${formatDuration(eta_seconds * 1000)} left` : null,
  ])
}
