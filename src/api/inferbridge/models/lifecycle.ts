import { missingOpenVinoDevices, parseOpenVinoDevice } from '../../../core/compute/openvino.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Placement } from '../../../core/placement.ts'
import type { JobControl, JobSpec } from '../../../jobs/job.ts'
import type { Definition } from '../../../models/pull/definitions.ts'
import { isLoaded } from '../../../scheduler/only-loaded.ts'
import type { LoadOrder } from '../../../scheduler/scheduler.ts'
import { namedDevices } from '../../devices/names.ts'
import type { Services } from '../../services.ts'
import { deviceError } from '../devices.ts'
import { UNTIL_UNLOADED } from '../limits.ts'
import { evaluate } from '../status/evaluation.ts'
import { hubAccess } from './access.ts'
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
    const device = known.status !== null && isLoaded(known.status) ? this.deviceOf(known.id) : null
    const change = operation === null ? null : this.#revisions.of(operation.job.id)
    return encodeEntry(known, { operation, device, change })
  }

  /** As it is now, whatever was known before. */
  async entryOf(id: string): Promise<Entry> {
    return this.entry(await this.find(id))
  }

  /**
   * What is answered about a model that something was done with: its row as it is at the call.
   * @param status the row's own unless said
   */
  async told(known: KnownModel, message: string, status?: string) {
    const entry = this.entry(known)
    const { memory } = await this.#services.machine.report()
    const model = { ...entry, advisor: evaluate(known, entry, memory), ...hubAccess(known) }
    return { status: status ?? entry.status, message, model }
  }

  /** The same of a model as it is now. */
  async toldNow(id: string, message: string, status?: string) {
    return this.told(await this.find(id), message, status)
  }

  /** Rejects with `invalid_value` about a device that is none, with those there are; `null`: as the model is set up. */
  async device(text: string | null | undefined): Promise<string | null> {
    if (text === null || text === undefined) return null
    const device = parseOpenVinoDevice(text)
    if (device === null) throw await deviceError(text, this.#services)
    return device.name
  }

  /** Where a fetched model is loaded after: as asked for, or else as it is listed where that is here, or else anywhere. */
  async deviceAfter(asked: string | null | undefined, { device: listed }: Pick<Definition, 'device'>): Promise<string> {
    const device = await this.device(asked)
    if (device !== null) return device
    const { missing } = await this.#look(listed)
    return missing.length === 0 ? listed : this.defaultDevice
  }

  /**
   * Begins to load, once whatever is being done with the model is done; the last device asked for is the one that
   * counts.
   * @param device an expression of OpenVINO's; `null`: as the model is set up
   * @param draftModel file of a model that guesses ahead
   */
  async load(known: KnownModel, device: string | null, draftModel?: string): Promise<void> {
    const { jobs } = this.#services
    const order = { id: known.id, placement: placementOf(known, device, draftModel), keepAliveMs: UNTIL_UNLOADED }
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

  /** Rejects with `driver_unavailable`: InferBridge looks once the load has its turn, so that whoever polls is told. */
  async requireDevices(text: string, model: string): Promise<void> {
    const { here, missing } = await this.#look(text)
    if (missing.length === 0) return
    const reason = `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not here. Here: ${here.join(', ')}.`
    throw new TrivetError('driver_unavailable', { model, reason }, 'device')
  }

  async #look(text: string) {
    const device = parseOpenVinoDevice(text)
    const here = namedDevices((await this.#services.machine.report()).engines).map(({ name }) => name)
    return { here, missing: device === null ? [text] : missingOpenVinoDevices(device, here) }
  }

  #loadJob(order: LoadOrder, device: string | null, after: string | null): JobSpec {
    const { scheduler, jobs } = this.#services
    return {
      kind: 'load',
      subject: order.id,
      key: `load ${JSON.stringify(order)}`,
      work: async ({ signal, stage, progress }: JobControl) => {
        if (after !== null) await jobs.ended(after, signal)
        stage('loading')
        if (device !== null) await this.requireDevices(device, order.id)
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
