import { parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Placement } from '../../../core/placement.ts'
import type { JobControl, JobSpec } from '../../../jobs/job.ts'
import type { LoadOrder } from '../../../scheduler/scheduler.ts'
import type { Services } from '../../services.ts'
import { deviceError } from '../devices.ts'
import { type Entry, encodeEntry } from './entry.ts'
import { type KnownModel, knownModel } from './known.ts'
import { type Operation, operationOf } from './operation.ts'
import type { Revisions } from './revisions.ts'

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

  operation(id: string): Operation | null {
    return operationOf(this.#services.jobs, id)
  }

  entry(known: KnownModel): Entry {
    const operation = this.operation(known.id)
    return encodeEntry(known, operation, operation === null ? 0 : this.#revisions.of(operation.job.id))
  }

  /** As it is now, whatever was known before. */
  async entryOf(id: string): Promise<Entry> {
    return this.entry(await this.find(id))
  }

  /** Rejects with `invalid_value` about a device that is none, with those there are; `null` is the default. */
  async device(text: string | null | undefined): Promise<string> {
    if (text === null || text === undefined) return this.defaultDevice
    const device = parseOpenVinoDevice(text)
    if (device === null) throw await deviceError(text, this.#services)
    return device.name
  }

  /**
   * Begins to load, once whatever is being done with the model is done; the last device asked for is the one that
   * counts.
   * @param device an expression of OpenVINO's
   * @param draftModel file of a model that guesses ahead
   */
  async load(known: KnownModel, device: string, draftModel?: string): Promise<void> {
    const { jobs } = this.#services
    const order = { id: known.id, placement: placementOf(known, device, draftModel) }
    const running = this.operation(known.id)
    const spec = this.#loadJob(order, running?.type === 'convert' && !running.ended ? running.job.id : null)
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

  #loadJob(order: LoadOrder, after: string | null): JobSpec {
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
          return { model: order.id }
        } finally {
          ending()
        }
      },
    }
  }
}

function placementOf({ definition, status }: KnownModel, device: string, draftModel: string | undefined): Placement {
  const compute = parseOpenVinoDevice(device)?.compute
  const contextTokens = status?.settings.placement.contextTokens ?? definition?.contextTokens
  return {
    ...(compute && { compute }),
    ...(contextTokens !== undefined && { contextTokens }),
    ...(draftModel !== undefined && { draftModel }),
  }
}
