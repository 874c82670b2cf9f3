import type { ResponsesContract } from '../../contracts/responses.ts'
import { TrivetError } from '../../core/errors.ts'
import { type Answer, answer } from '../answering/answer.ts'
import { type BlockEvent, blocks } from '../answering/blocks.ts'
import { unheededFields } from '../fields/unheeded.ts'
import type { Services } from '../services.ts'
import type { ResponseOrder } from './decode.ts'
import type { ResponseEvent } from './event.ts'
import { responseEvents } from './events.ts'
import type { Item } from './item.ts'
import { refuseOverflow } from './overflow.ts'
import { Recording } from './recording.ts'
import { newResponse, type ResponseObject } from './response-object.ts'
import { abandoned, isUnderWay, lastState } from './state.ts'

const PATHS = { stop: 'stop', thinking: 'reasoning.effort', effort: 'reasoning.effort' }

/** A response as it is now. */
export interface Found {
  readonly response: ResponseObject
  /** What it was made from. */
  readonly input: readonly Item[]
  /** Its events from the start, and then those to come. */
  readonly events: AsyncIterable<ResponseEvent>
}

/** One that was begun. */
export interface Begun {
  /** As it is before anything happens. */
  readonly start: ResponseObject
  /** It throws what fails, after the event `response.failed` where there were others. */
  readonly recording: Recording<ResponseEvent>
  /** Parts of the request that have no effect. */
  readonly ignored: readonly string[]
  /** See `Answer.headers`. */
  readonly headers: Readonly<Record<string, string>>
}

/** One under way. */
interface Work extends Pick<Begun, 'start' | 'recording'> {
  readonly owner: string
  readonly order: ResponseOrder
  readonly ending: AbortController
  readonly progress: Progress
  deleted: boolean
}

interface Progress {
  /** Id of the model that it waits for, and so is not in line for yet. */
  opening: string | null
}

/** The responses of this server: those under way and those stored. Each is its owner's; others find nothing. */
export class ResponseDesk {
  readonly contract: ResponsesContract
  readonly #services: Services
  readonly #works = new Map<string, Work>()

  constructor(services: Services, contract: ResponsesContract) {
    this.#services = services
    this.contract = contract
  }

  /**
   * Sets to work. One in the background goes on when `signal` aborts, and what keeps it from beginning is told by its
   * events, but for a model that isn't there and a full queue: it rejects with `model_not_found` or `queue_full`. Any
   * other rejects as `answer` does.
   */
  async begin(owner: string, order: ResponseOrder, signal: AbortSignal): Promise<Begun> {
    const { newId, clock } = this.#services
    const model = order.background ? await this.#roomFor(order) : null
    const start = newResponse(newId('resp'), Math.floor(clock.now() / 1000), order)
    const ending = new AbortController()
    const working = order.background ? ending.signal : AbortSignal.any([signal, ending.signal])
    const opened = order.background ? null : await this.#open(order, working)
    const ignored = [...order.offer.ignored, ...unheededFields(opened?.unheeded ?? [], { ...PATHS, ...order.offer })]
    const headers = opened?.headers ?? {}
    const progress = { opening: model }
    const events = responseEvents(start, this.#answer(order, opened, working, progress), {
      newId,
      now: () => clock.now(),
      sealReasoning: order.sealReasoning,
      showProgress: order.showProgress,
      firstSequenceNumber: this.contract.firstSequenceNumber,
    })
    if (!order.store) return { start, recording: new Recording(events), ignored, headers }
    if (order.background) this.#save(owner, order, start, [])
    const recording: Recording<ResponseEvent> = new Recording(this.#kept(start.id, events))
    this.#works.set(start.id, { owner, order, start, recording, ending, progress, deleted: false })
    return { start, recording, ignored, headers }
  }

  /** Keeps what a response would be made from, for another to go on from, without making one. */
  prepare(owner: string, order: ResponseOrder): ResponseObject {
    const { newId, clock } = this.#services
    const now = Math.floor(clock.now() / 1000)
    const response: ResponseObject = {
      ...newResponse(newId('resp'), now, order),
      status: 'completed',
      completed_at: now,
    }
    if (order.store) this.#save(owner, order, response, [])
    return response
  }

  /** Throws `response_not_found`. */
  find(owner: string, id: string): Found {
    const found = this.#lookUp(owner, id)
    if (found === null) throw new TrivetError('response_not_found', { id })
    return found
  }

  #lookUp(owner: string, id: string): Found | null {
    const work = this.#work(owner, id)
    if (work) {
      const response = lastState(work.start, work.recording.values)
      return { response, input: work.order.context, events: work.recording.from(0) }
    }
    const stored = this.#services.responses.find(owner, id)
    if (stored === null) return null
    const response = stored.response as ResponseObject
    return {
      response: isUnderWay(response) ? abandoned(response) : response,
      input: stored.input as readonly Item[],
      events: replayed(stored.events as readonly ResponseEvent[]),
    }
  }

  findItem(owner: string, id: string): Item | null {
    return this.#services.responses.findItem(owner, id) as Item | null
  }

  /** What a response that goes on from this one is made from. Throws `previous_response_not_found`. */
  contextAfter(owner: string, id: string): readonly Item[] {
    const found = this.#lookUp(owner, id)
    if (found === null) throw new TrivetError('previous_response_not_found', { id }, 'previous_response_id')
    const { response, input } = found
    if (isUnderWay(response)) {
      const reason = `The response \`${id}\` is still being made: go on from it when it is complete.`
      throw new TrivetError('invalid_value', { reason }, 'previous_response_id')
    }
    return [...input, ...response.output]
  }

  /** Ends one in the background; one that is over is left as it is. Throws `response_not_found` and `invalid_value`. */
  async cancel(owner: string, id: string): Promise<ResponseObject> {
    const found = this.find(owner, id)
    if (!found.response.background) {
      const reason = `The response \`${id}\` was not made with \`background: true\`, and only those can be cancelled.`
      throw new TrivetError('invalid_value', { reason }, 'response_id')
    }
    this.#work(owner, id)?.ending.abort()
    await drained(found.events)
    return this.find(owner, id).response
  }

  /** Throws `response_not_found`. */
  delete(owner: string, id: string): void {
    const work = this.#work(owner, id)
    const stored = this.#services.responses.delete(owner, id)
    if (!work && !stored) throw new TrivetError('response_not_found', { id })
    if (!work) return
    work.deleted = true
    work.ending.abort()
  }

  #work(owner: string, id: string): Work | undefined {
    const work = this.#works.get(id)
    return work?.owner === owner && !work.deleted ? work : undefined
  }

  #open({ request }: ResponseOrder, signal: AbortSignal): Promise<Answer> {
    const { scheduler, newId } = this.#services
    return answer(scheduler, request, signal, () => newId('call'))
  }

  /** Id of the model that is asked for. Throws `model_not_found`, or `queue_full` when it has no place in its line. */
  async #roomFor({ request }: ResponseOrder): Promise<string> {
    const model = await this.#services.scheduler.look(request.model)
    const opening = [...this.#works.values()].filter(({ progress }) => progress.opening === model.id)
    refuseOverflow(model, opening.length)
    return model.id
  }

  async *#answer(
    order: ResponseOrder,
    opened: Answer | null,
    signal: AbortSignal,
    progress: Progress,
  ): AsyncGenerator<BlockEvent, void> {
    const { events } = opened ?? (await this.#open(order, signal))
    progress.opening = null
    yield* blocks(events, 'input', signal)
  }

  /**
   * The same events; before the last one is told, the response is stored, so that whoever reads it can go on from it
   * at once. One whose client left is not.
   */
  async *#kept(id: string, events: AsyncIterable<ResponseEvent>): AsyncGenerator<ResponseEvent, void> {
    const told: ResponseEvent[] = []
    try {
      for await (const event of events) {
        told.push(event)
        if ('response' in event && !isUnderWay(event.response)) this.#keep(id, event.response, told)
        yield event
      }
    } finally {
      this.#works.delete(id)
    }
  }

  #keep(id: string, response: ResponseObject, told: readonly ResponseEvent[]): void {
    const work = this.#works.get(id)
    if (work && !work.deleted) this.#save(work.owner, work.order, response, told)
  }

  #save(owner: string, order: ResponseOrder, response: ResponseObject, events: readonly ResponseEvent[]): void {
    this.#services.responses.save({ id: response.id, owner, response, input: order.context, events })
  }
}

async function* replayed<T>(values: readonly T[]): AsyncGenerator<T, void> {
  yield* values
}

/** Waits for the end, however it comes. */
async function drained(events: AsyncIterable<unknown>): Promise<void> {
  try {
    for await (const _ of events);
  } catch {
    // Its failure is told to those who read it.
  }
}
