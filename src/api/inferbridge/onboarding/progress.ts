import { hasEnded } from '../../../jobs/job.ts'
import type { Operation } from '../models/operation.ts'
import type { Preparation } from './preparations.ts'
import { LABELS } from './stages.ts'

/**
 * How far a preparation is, for whoever polls.
 * @param operation the last on its model
 * @param cpuHere whether a failure elsewhere could be tried on the CPU
 */
export function encodePreparation(
  preparation: Preparation,
  operation: Operation | null,
  cpuHere: boolean,
  nowMs: number,
) {
  const { id, model, device, status, stages, startedMs, endedMs, actualDevice, error, result } = preparation
  const stage = stages.now
  const counted = status === 'running' && operation !== null && !hasEnded(operation.job) ? operation.job.progress : null
  const percent = status === 'ready' ? 100 : percentOf(counted)
  return {
    schema_version: 1,
    job_id: id,
    model_id: model,
    requested_device: device,
    actual_device: actualDevice,
    stage,
    stage_label: LABELS[stage],
    status,
    determinate: percent !== null,
    percent,
    message: error ?? `${LABELS[stage]}.`,
    elapsed_seconds: Math.floor(((endedMs ?? nowMs) - startedMs) / 1000),
    can_cancel: status === 'running',
    can_retry: status === 'failed' || status === 'cancelled',
    can_fallback_to_cpu: status === 'failed' && !device.startsWith('CPU') && cpuHere,
    stages: stages.rows(),
    safe_log_tail: [],
    error_code: error === null ? null : 'preparation_failed',
    error_detail: error,
    benchmark: result === null ? null : { ...measured(result, model), actual_device: actualDevice, mock: false },
  }
}

function percentOf(progress: Operation['job']['progress']): number | null {
  if (progress === null || !progress.totalBytes) return null
  return Math.floor((100 * progress.doneBytes) / progress.totalBytes)
}

function measured({ run, row }: NonNullable<Preparation['result']>, model: string) {
  const figures = row.measure
  return {
    run_id: run,
    model_id: model,
    requested_device: row.device,
    load_time_ms: figures?.loadMs ?? null,
    time_to_first_token_ms: figures?.firstTokenMs.median ?? null,
    tokens_sec:
      figures && figures.totalMs.median > 0 ? (1000 * figures.completionTokens) / figures.totalMs.median : null,
    completion_tokens: figures?.completionTokens ?? 0,
    success: row.error === null,
    error: row.error,
  }
}
