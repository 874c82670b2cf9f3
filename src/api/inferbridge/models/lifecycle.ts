import { parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Placement } from '../../../core/placement.ts'
import type { JobControl, JobSpec } from '../../../jobs/job.ts'
import type { LoadOrder } from '../../../scheduler/scheduler.ts'
import type { Services } from '../../services.ts'
import { deviceError } from '../devices.ts'
import { deviceOf, type Entry, encodeEntry } from './entry.ts'
import { type KnownModel, knownModel } from './known.ts'
import { type Operation, operationOf } from './operation.ts'
import type { Revisions } from './revisions.ts'

/** Of a finished load. */
interface LoadResult {
  readonly model: string
  /** As it was asked for; absent: it wasn't. */
  readonly device?: string
}

/** What is done with the models of InferBridge's catalogue: work on one is a job, and its row tells of the last. */
export class Lifecycle {
  readonly #services: Services
  readonly #revisions: Revisions
  readonly defaultDevice: string

  constructor(services: Services, revisions: Revisions, defaultDevice: string) {
    this.#services = services
    this.#revisions = revisions
    this.defaultDevice = defaultDevice
  }

  find(name: string): Promise<KnownModel> {
    return knownModel(this.#services, name)
  }

  /** Where a loaded model is: as it was asked for last, else as it is set up. */
  deviceOf(id: string): string {
    const { jobs, scheduler } = this.#services
    const loads = jobs
      .list()
      .filter(({ kind, subject, state }) => kind === 'load' && subject === id && state === 'done')
    const asked = (loads.at(-1)?.result as Partial<LoadResult> | undefined)?.device
    return asked ?? deviceOf(scheduler.model(id))
  }

  operation(id: string): Operation | null {
    return operationOf(this.#services.jobs, id)
  }

  entry(known: KnownModel): Entry {
    const operation = this.operation(known.id)
    const device = known.status?.state === 'ready' ? this.deviceOf(known.id) : null
    const revision = operation === null ? 0 : this.#revisions.of(operation.job.id)
    return encodeEntry(known, { operation, device, revision })
  }

  /** As it is now, whatever was known before. */
  async entryOf(id: string): Promise<Entry> {
    return this.entry(await this.find(id))
  }

  /** Rejects with `invalid_value` about a device that is none, with those there are; `null`: as the model is set up. */
  async device(text: string | null | undefined): Promise<string | null> {
    if (text === null || text === undefined) return null
    const device = parseOpenVinoDevice(text)
    if (device === null) throw await deviceError(text, this.#services)
    return device.name
  }

  /**
   * Begins to load, once whatever is being done with the model is done; the last device asked for is the one that
   * counts.
   * @param device an expression of OpenVINO's; `null`: as the model is set up
   * @param draftModel file of a model that guesses ahead
   */
  async load(known: KnownModel, device: string | null, draftModel?: string): Promise<void> {
    const { jobs } = this.#services
    const order = { id: known.id, placement: placementOf(known, device, draftModel) }
    const running = this.operation(known.id)
    const spec = this.#loadJob(order, device, running?.type === 'convert' && !running.ended ? running.job.id : null)
    const { job, joined } = jobs.start(spec)
    const overtaken = running !== null && !running.ended && running.type === 'load' && running.job.id !== job.id
    if (overtaken && !joined) await jobs.cancel(running.job.id)
  }

  /** Throws `model_busy` where something is being done with it. */
  requireRest({ id }: KnownModel): void {
    const operation = this.operation(id)
    if (operation === null || operation.ended) return
    const reason = `The model \`${id}\` is being worked on (${operation.id}). Wait for it, or cancel it.`
    throw new TrivetError('model_busy', { reason }, 'model')
  }

  #loadJob(order: LoadOrder, device: string | null, after: string | null): JobSpec {
    const { scheduler, jobs } = this.#services
    return {
      kind: 'load',
      subject: order.id,
      key: `load ${JSON.stringify(order)}`,
      async work({ signal, stage, progress }: JobControl) {
        if (after !== null) await jobs.ended(after, signal)
        stage('loading')
        const ending = scheduler.onChange(({ id, progress: fraction, footprint, state }) => {
          const bytes = footprint?.devices.reduce((sum, { weights }) => sum + weights, 0) ?? 0
          if (id === order.id && state === 'starting' && bytes > 0) progress(Math.round(fraction * bytes), bytes)
        })
        try {
          await scheduler.load(order, signal)
          return { model: order.id, ...(device !== null && { device }) } satisfies LoadResult
        } finally {
          ending()
        }
      },
    }
  }
}

function placementOf(
  { definition, status }: KnownModel,
  device: string | null,
  draftModel: string | undefined,
): Placement {
  const compute = device === null ? undefined : parseOpenVinoDevice(device)?.compute
  const contextTokens = status?.settings.placement.contextTokens ?? definition?.contextTokens
  return {
    ...(compute && { compute }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(draftModel !== undefined && { draftModel }),
  }
}
