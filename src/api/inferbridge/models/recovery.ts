import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import { inferbridgeRoute } from '../route.ts'
import { fetchSpec } from './fetch.ts'
import type { KnownModel } from './known.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Operation } from './operation.ts'

const ACTIONS = [
  'resume',
  'retry_failed_stage',
  'restart_download',
  'remove_incomplete_files',
  'view_failure_details',
] as const

const schema = z.object({
  model: z.string().min(1).max(128),
  recovery_id: z.string().min(1).max(128),
  action: z.enum(ACTIONS),
  device: z.string().nullish(),
})

/** What can be done after loading or fetching came to nothing. */
export function recoveryEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { jobs, puller } = services

  /** Begins again, with what is left of the first attempt. */
  async function start(known: KnownModel, failed: Operation, device: string | null): Promise<void> {
    if (failed.type === 'load' || known.definition === null) return lifecycle.load(known, device)
    const after = await lifecycle.deviceAfter(device, known.definition)
    jobs.start(fetchSpec(services, known.definition, { type: {}, device: after }))
  }

  async function act(body: z.infer<typeof schema>) {
    const known = await lifecycle.find(body.model)
    const failed = lifecycle.operation(known.id)
    if (failed !== null && !failed.ended) throw refused('operation_active', 'Something is being done with the model.')
    if (known.status !== null && isLoaded(known.status)) throw refused('model_loaded', 'The model is loaded.')
    const recovery = summary(known, failed)
    if (failed === null || recovery === null) throw refused('no_recovery', 'Nothing of this model was interrupted.')
    if (recovery.recovery_id !== body.recovery_id) {
      throw refused('stale_recovery', 'That is over.', { current_recovery_id: recovery.recovery_id })
    }
    if (!recovery.actions[body.action] || body.action === 'view_failure_details') {
      throw refused('action_unavailable', `\`${body.action}\` has nothing to do here.`)
    }
    const device = await lifecycle.device(body.device)
    const { action } = body
    if (action === 'remove_incomplete_files' || action === 'restart_download') await puller.discard(known.id)
    if (action === 'remove_incomplete_files') {
      const message = `What was left of '${known.id}' is removed.`
      return { status: 'cleaned', action, removed_incomplete_output: true, message, recovery }
    }
    await start(known, failed, device)
    const told = await lifecycle.toldNow(known.id, `Working on '${known.id}' again.`, 'started')
    return { ...told, action, started_action: STARTED[failed.type][action] }
  }

  return [
    inferbridgeRoute('GET /v1/models/recovery/*', {
      rest: { name: 'model', description: 'The id.' },
      summary: 'Tell what was interrupted',
      tells: 'The interruption.',
      async answer({ rest }) {
        const known = await lifecycle.find(rest)
        const recovery = summary(known, lifecycle.operation(known.id))
        if (recovery === null) throw new TrivetError('recovery_not_found', { model: known.id })
        const failure_details = { message: lifecycle.entry(known).error ?? 'It was cancelled.', log_tail: [] }
        return { ...recovery, failure_details }
      },
    }),
    inferbridgeRoute('POST /v1/models/recovery/action', {
      summary: 'Go on, begin again, or tidy up',
      body: schema,
      tells: 'It was done, or has begun.',
      answer: ({ body }) => act(body),
    }),
  ]
}

const STARTED = {
  load: { resume: 'retry_load', retry_failed_stage: 'retry_load', restart_download: 'restart_download' },
  convert: {
    resume: 'resume_conversion',
    retry_failed_stage: 'retry_conversion',
    restart_download: 'restart_download',
  },
} as const

/** `null`: nothing came to nothing. */
export function summary(known: KnownModel, failed: Operation | null) {
  const state = failed?.job.state
  if (failed === null || (known.status !== null && isLoaded(known.status))) return null
  if (state !== 'failed' && state !== 'interrupted' && state !== 'cancelled') return null
  const fetching = failed.type === 'convert'
  const reusable = fetching && state !== 'cancelled'
  const stage = fetching ? (/convert|check/.test(failed.job.stage ?? '') ? 'conversion' : 'download') : 'load'
  return {
    available: true,
    schema_version: 1,
    recovery_id: `recovery-${failed.id}`,
    model_id: known.id,
    model_name: known.definition?.name ?? known.id,
    interrupted_at: (failed.job.endedMs ?? failed.job.createdMs) / 1000,
    terminal_state: state === 'cancelled' ? 'cancelled' : 'error',
    downloaded_files: reusable ? 'reusable' : 'not_found',
    conversion_output: known.view === null ? 'missing' : 'complete',
    failed_stage: stage,
    last_completed_stage: stage === 'load' ? 'conversion' : stage === 'conversion' ? 'download' : 'none',
    recommended_action: reusable ? 'resume' : 'retry_failed_stage',
    actions: {
      resume: reusable,
      retry_failed_stage: true,
      restart_download: fetching,
      remove_incomplete_files: reusable,
      view_failure_details: true,
    },
  }
}

function refused(refusal: string, reason: string, more: Readonly<Record<string, string>> = {}): TrivetError {
  return new TrivetError('operation_refused', { refusal, reason, ...more })
}
