import { type as system } from 'node:os'
import { z } from 'zod'
import { parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import { asTrivetError, TrivetError } from '../../../core/errors.ts'
import { fingerprint } from '../../devices/fingerprint.ts'
import { namedDevices } from '../../devices/names.ts'
import type { Endpoint } from '../../endpoint.ts'
import type { Services } from '../../services.ts'
import type { KnownModel } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { inferbridgeRoute } from '../route.ts'
import { evaluate } from '../status/evaluation.ts'
import { ratedModels } from '../status/rated.ts'
import { hardwareSnapshot } from '../status/snapshot.ts'
import { connection } from './connection.ts'
import { type Preparation, Preparations } from './preparations.ts'
import { encodePreparation } from './progress.ts'
import { recommend } from './recommendation.ts'
import { encodeScan, npuReadiness } from './scan.ts'
import { changeState, readState } from './state.ts'

const refreshQuery = z.object({ refresh: z.stringbool().default(false) })

const prepareSchema = z.strictObject({
  model_id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,159}$/),
  device: z.string().trim().min(1).max(160),
  model_storage_location: z.string().max(1024).nullish(),
  confirm_license: z.boolean(),
  confirm_disk_requirement: z.boolean(),
  acknowledge_warnings: z.boolean().default(false),
  trust_remote_code: z.boolean().default(false),
})

const completeSchema = z.object({ job_id: z.string().min(1).max(128) })

/** Setting up a first model, for a page that leads through it. */
export function onboardingEndpoints(services: Services, lifecycle: Lifecycle): readonly Endpoint[] {
  const { machine, disk, clock, notes, keys } = services
  const preparations = new Preparations(services, lifecycle)

  async function told(preparation: Preparation) {
    const here = namedDevices((await machine.report()).engines).map(({ name }) => name)
    return encodePreparation(preparation, lifecycle.operation(preparation.model), here.includes('CPU'), clock.now())
  }

  async function status() {
    const { state, recovered } = readState(notes)
    const known = state.last_hardware_fingerprint
    const changed = state.completed && known !== null && known !== fingerprint(await machine.report())
    return {
      schema_version: 1,
      ...state,
      state_recovered: recovered,
      recovery_message: recovered ? 'What was kept of the setup could not be read, and is begun anew.' : null,
      rerun_scan_recommended: changed,
      recommendation_reason: changed ? 'The machine has changed since it was set up. Look at it again.' : null,
    }
  }

  /** The model and where it goes. Throws `invalid_value` about what stands in the way. */
  async function checked(body: z.infer<typeof prepareSchema>): Promise<{ known: KnownModel; device: string }> {
    const known = await lifecycle.find(body.model_id).catch((thrown: unknown) => {
      throw asTrivetError(thrown).code === 'model_not_found' ? misfit('model_id', 'Unknown model ID.') : thrown
    })
    const device = parseOpenVinoDevice((await lifecycle.device(body.device)) ?? '')?.name ?? ''
    if (!body.confirm_license || !body.confirm_disk_requirement) {
      throw misfit('confirm_license', 'Confirm the licence and the disk space before anything is fetched.')
    }
    const { memory } = await machine.report()
    const { compatibility, requires_confirmation, warnings } = evaluate(known, lifecycle.entry(known), memory)
    if (compatibility === 'blocked') throw misfit('model_id', warnings[0]?.message ?? 'It does not fit.')
    if (requires_confirmation && !body.acknowledge_warnings) {
      throw misfit('acknowledge_warnings', `Acknowledge the warnings first: ${warnings[0]?.message ?? ''}`)
    }
    const { folder } = await disk()
    if (body.model_storage_location && body.model_storage_location !== folder) {
      throw misfit('model_storage_location', `Models are kept in ${folder}. TRIVET_HOME says where that is.`)
    }
    if (body.trust_remote_code) throw misfit('trust_remote_code', 'No code of a repository is ever run.')
    return { known, device }
  }

  return [
    inferbridgeRoute('GET /v1/onboarding/status', {
      summary: 'Tell whether a first model was set up',
      tells: 'The setup.',
      answer: status,
    }),
    inferbridgeRoute('GET /v1/onboarding/system-scan', {
      summary: 'Look at the machine',
      query: refreshQuery,
      tells: 'The machine, looked at anew.',
      answer: async () => encodeScan(hardwareSnapshot(await machine.report(), await disk(), clock.now())),
    }),
    inferbridgeRoute('GET /v1/onboarding/npu-readiness', {
      summary: 'Tell whether models can run on an NPU',
      query: refreshQuery,
      tells: 'Whether they can, and what would help.',
      async answer() {
        const report = await machine.report()
        return npuReadiness(
          report,
          namedDevices(report.engines).map(({ name }) => name),
          system(),
        )
      },
    }),
    inferbridgeRoute('GET /v1/onboarding/recommendation', {
      summary: 'Recommend a first model',
      query: refreshQuery,
      tells: 'The model.',
      answer: async () => recommend(await ratedModels(services, lifecycle)),
    }),
    inferbridgeRoute('POST /v1/onboarding/prepare', {
      summary: 'Begin to set up a first model',
      body: prepareSchema,
      status: 202,
      tells: 'It has begun.',
      async answer({ body }) {
        const { known, device } = await checked(body)
        return told(preparations.begin(known, device))
      },
    }),
    inferbridgeRoute('GET /v1/onboarding/preparation/:job', {
      params: { job: 'The id.' },
      summary: 'Tell how setting up goes',
      tells: 'How far it is.',
      answer: ({ params: { job = '' } }) => told(preparations.get(job)),
    }),
    inferbridgeRoute('POST /v1/onboarding/preparation/:job/cancel', {
      params: { job: 'The id.' },
      summary: 'Cancel setting up',
      tells: 'It is being cancelled, or is over.',
      answer({ params: { job = '' } }) {
        const { id, status: state, cancelling } = preparations.get(job)
        if (state !== 'running') return { job_id: id, status: 'not_cancellable', message: 'It is over.' }
        cancelling.abort(new TrivetError('request_cancelled'))
        return { job_id: id, status: 'cancelling', message: 'It is being cancelled.' }
      },
    }),
    inferbridgeRoute('POST /v1/onboarding/complete', {
      summary: 'End setting up',
      body: completeSchema,
      tells: 'How programs connect.',
      answer({ body: { job_id }, host }) {
        const done = preparations.find(job_id)
        if (done?.status !== 'ready') throw misfit('job_id', 'It is not ready: loading and measuring come first.')
        return connection(readState(notes).state, host, !keys.isEmpty())
      },
    }),
    inferbridgeRoute('GET /v1/onboarding/connection', {
      summary: 'Tell how programs connect to the first model',
      tells: 'The connection.',
      answer: ({ host }) => connection(readState(notes).state, host, !keys.isEmpty()),
    }),
    inferbridgeRoute('POST /v1/onboarding/restart', {
      summary: 'Have the setup shown again',
      tells: 'It will be.',
      answer() {
        changeState(notes, { completed: false, restart_requested: true })
        return { completed: false, message: 'The setup will be shown again. Models and measurements stay.' }
      },
    }),
  ]
}

function misfit(field: string, reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, field)
}
