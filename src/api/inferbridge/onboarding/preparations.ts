import { BENCHMARK_PROMPT } from '../../../benchmarks/prompt.ts'
import type { BenchmarkResult } from '../../../core/benchmark.ts'
import { asTrivetError, TrivetError } from '../../../core/errors.ts'
import { hasEnded, type Job } from '../../../jobs/job.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { measureModels } from '../../benchmarks/measure-models.ts'
import { fingerprint } from '../../devices/fingerprint.ts'
import type { Services } from '../../services.ts'
import { fetchSpec } from '../models/fetch.ts'
import type { KnownModel } from '../models/known.ts'
import type { Lifecycle } from '../models/lifecycle.ts'
import { type Stage, StageLog } from './stages.ts'
import { changeState } from './state.ts'

/** As long an answer as tells how fast the model is. */
const MEASURED_TOKENS = 32

/** Getting a first model ready: fetched, loaded, and measured. */
export interface Preparation {
  readonly id: string
  readonly model: string
  readonly device: string
  readonly startedMs: number
  readonly stages: StageLog
  readonly cancelling: AbortController
  status: 'running' | 'ready' | 'failed' | 'cancelled'
  endedMs: number | null
  /** Of the model, once it is loaded. */
  actualDevice: string | null
  /** Why it failed, in words. */
  error: string | null
  result: { readonly run: string; readonly row: BenchmarkResult } | null
}

/** One at a time; those of this process are remembered. */
export class Preparations {
  readonly #services: Services
  readonly #lifecycle: Lifecycle
  readonly #all = new Map<string, Preparation>()

  constructor(services: Services, lifecycle: Lifecycle) {
    this.#services = services
    this.#lifecycle = lifecycle
  }

  /** Throws `job_not_found`. */
  get(id: string): Preparation {
    const found = this.find(id)
    if (found === undefined) throw new TrivetError('job_not_found', { id: id.slice(0, 100) })
    return found
  }

  /** `undefined`: there is none. */
  find(id: string): Preparation | undefined {
    return this.#all.get(id)
  }

  /** Throws `model_busy` while another one is under way. */
  begin(known: KnownModel, device: string): Preparation {
    const { clock, newId } = this.#services
    if ([...this.#all.values()].some(({ status }) => status === 'running')) {
      throw new TrivetError('model_busy', {
        reason: 'Another first model is being prepared. Wait for it, or cancel it.',
      })
    }
    const preparation: Preparation = {
      id: newId('onboard-'),
      model: known.id,
      device,
      startedMs: clock.now(),
      stages: new StageLog(),
      cancelling: new AbortController(),
      status: 'running',
      endedMs: null,
      actualDevice: null,
      error: null,
      result: null,
    }
    preparation.stages.enter('preparing', clock.now())
    this.#all.set(preparation.id, preparation)
    void this.#run(preparation, known)
    return preparation
  }

  /** Never rejects: what goes wrong is what is told. */
  async #run(preparation: Preparation, known: KnownModel): Promise<void> {
    const { clock } = this.#services
    const { cancelling, stages } = preparation
    try {
      await this.#prepare(preparation, known, cancelling.signal)
      preparation.status = 'ready'
      stages.enter('ready', clock.now())
    } catch (thrown) {
      const ending = cancelling.signal.aborted ? 'cancelled' : 'failed'
      preparation.status = ending
      if (ending === 'failed') preparation.error = asTrivetError(thrown).message
      stages.end(ending, clock.now())
    }
    preparation.endedMs = clock.now()
  }

  async #prepare(preparation: Preparation, known: KnownModel, signal: AbortSignal): Promise<void> {
    const { jobs, clock } = this.#services
    const { model, device, stages } = preparation
    const enter = (stage: Stage) => stages.enter(stage, clock.now())
    if (known.status === null) {
      const fetching = jobs.start(fetchSpec(this.#services, this.#definitionOf(known), { type: {}, device: null })).job
      enter(fetchStage(fetching.stage))
      await this.#follow(fetching, signal, ({ stage }) => enter(fetchStage(stage)))
    }
    enter('validating')
    const here = await this.#lifecycle.find(model)
    enter('compiling')
    await this.#lifecycle.load(here, device)
    const loading = this.#lifecycle.operation(model)?.job
    if (loading !== undefined) await this.#follow(loading, signal, () => enter('loading'))
    enter('loading')
    preparation.actualDevice = this.#lifecycle.deviceOf(model)
    enter('benchmarking')
    await this.#measure(preparation, signal)
  }

  async #measure(preparation: Preparation, signal: AbortSignal): Promise<void> {
    const { machine, disk, version, notes } = this.#services
    const { model, device, actualDevice } = preparation
    const asked = { prompt: BENCHMARK_PROMPT, promptTokens: [], concurrency: [1] }
    const settings = { ...asked, maxTokens: MEASURED_TOKENS, runs: 1, warmUps: 0 }
    const order = { models: [model], devices: [{ name: device, compute: undefined }], settings }
    const run = await measureModels(this.#services, order, signal)
    const [row] = run.results
    if (row === undefined || row.measure === null) {
      throw new TrivetError('engine_error', { reason: row?.error ?? 'nothing was measured.' })
    }
    preparation.result = { run: run.id, row }
    changeState(notes, {
      completed: true,
      restart_requested: false,
      selected_model: model,
      selected_device: device,
      actual_device: actualDevice,
      model_storage_location: (await disk()).folder,
      last_hardware_fingerprint: fingerprint(await machine.report()),
      last_benchmark_reference: run.id,
      completed_app_version: version,
    })
  }

  /** Throws `invalid_value`. */
  #definitionOf({ id, definition }: KnownModel): Definition {
    if (definition !== null) return definition
    throw new TrivetError('invalid_value', { reason: `Nobody said where the model \`${id}\` comes from.` }, 'model_id')
  }

  /** Until it ended, or the signal aborts: then it is cancelled. Rejects with why it failed. */
  async #follow(job: Job, signal: AbortSignal, changed: (job: Job) => void): Promise<void> {
    const { jobs } = this.#services
    const ending = jobs.subscribe((event) => {
      if (event.job.id === job.id && !hasEnded(event.job)) changed(event.job)
    })
    try {
      const { error, state } = await jobs.ended(job.id, signal)
      if (error !== null) throw TrivetError.from(error)
      if (state === 'cancelled') throw new TrivetError('job_cancelled', { id: job.id })
    } catch (thrown) {
      if (signal.aborted) await jobs.cancel(job.id).catch(() => {})
      throw thrown
    } finally {
      ending()
    }
  }
}

function fetchStage(stage: string | null): Stage {
  if (stage === null || /download|resolv/.test(stage)) return 'downloading'
  return /verif|check|try|publish/.test(stage) ? 'validating' : 'converting'
}
