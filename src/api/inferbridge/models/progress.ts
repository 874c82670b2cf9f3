import type { Operation } from './operation.ts'
import type { Change } from './revisions.ts'

export type Phase =
  | 'idle'
  | 'queued'
  | 'resolving'
  | 'downloading'
  | 'converting'
  | 'finalizing'
  | 'loading'
  | 'ready'
  | 'cancelled'
  | 'error'

const WORDS: Readonly<Record<Phase, string>> = {
  idle: '',
  queued: 'Waiting for its turn.',
  resolving: 'Looking at what is to be fetched.',
  downloading: 'Downloading.',
  converting: 'Converting.',
  finalizing: 'Checking what was made.',
  loading: 'Loading into memory.',
  ready: 'Ready.',
  cancelled: 'Cancelled.',
  error: 'Failed.',
}

/** How far the present phase is; the percentage is of that phase alone, `null` where nothing can be counted. */
export function encodeProgress(
  phase: Phase,
  operation: Operation | null,
  change: Change | null,
  message: string = WORDS[phase],
) {
  const job = operation?.job
  const { doneBytes = null, totalBytes = null } = job?.progress ?? {}
  const counted = doneBytes !== null && totalBytes !== null && totalBytes > 0
  return {
    phase,
    message,
    percent: phase === 'ready' ? 100 : counted ? Math.floor((100 * doneBytes) / totalBytes) : null,
    started_at: seconds(job?.startedMs ?? job?.createdMs),
    updated_at: seconds(change?.atMs ?? job?.endedMs ?? job?.startedMs ?? job?.createdMs),
    log_tail: [] as readonly string[],
    ...(operation !== null && {
      schema_version: 1,
      operation_id: operation.id,
      operation_type: operation.type,
      revision: change?.revision ?? 0,
      completed: doneBytes,
      total: totalBytes,
    }),
  }
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000
}
