import { z } from 'zod'
import { withChosenModel } from '../answering/auto.ts'
import type { AnswerMessage, MessageReply, SocketPeer } from '../endpoint.ts'
import { withDefaults } from '../fields/default-params.ts'
import type { Services } from '../services.ts'
import { ignoredFields } from '../validation/ignored.ts'
import { refusedUnless } from '../validation/refinements.ts'
import { validate } from '../validation/validation.ts'
import { decodeResponse, type ResponseOrder } from './decode.ts'
import { DEFAULT_NAMES } from './default-names.ts'
import { delivered } from './deliver.ts'
import type { ResponseDesk } from './desk.ts'
import type { ResponseEvent } from './event.ts'
import { contextOf } from './intake.ts'
import type { Item } from './item.ts'
import { type ResponseFields, responseRequestSchema } from './request-schema.ts'
import type { ResponseObject } from './response-object.ts'
import { isUnderWay } from './state.ts'

/** What a message says beside the request that it holds. */
const messageSchema = z.looseObject({
  type: z.literal('response.create'),
  generate: z.boolean().nullish().describe('`false`: only keep the input, to go on from.'),
  background: refusedUnless('false', (value) => value === false).optional(),
  stream_id: refusedUnless('null', () => false).optional(),
})

/** Its fields, all of which are looked at. */
const FRAME = Object.fromEntries(Object.keys(messageSchema.shape).map((field) => [field, null]))

interface Answer extends MessageReply {
  readonly events: AsyncIterable<ResponseEvent>
}

/**
 * The Responses API over one connection: each `response.create` is answered with the events of its response. The last
 * response can be gone on from also when it isn't stored, as long as the connection lasts.
 */
export class ResponseSession {
  readonly #services: Services
  readonly #desk: ResponseDesk
  readonly #peer: SocketPeer
  #last: { readonly id: string; readonly context: readonly Item[] } | null = null

  constructor(services: Services, desk: ResponseDesk, peer: SocketPeer) {
    this.#services = services
    this.#desk = desk
    this.#peer = peer
  }

  readonly answer: AnswerMessage = async (message) => {
    const frame = validate(messageSchema, message)
    const asked = validate(responseRequestSchema, message)
    const { fields, headers } = withChosenModel(asked, this.#services)
    const order = this.#order(fields)
    const unknown = ignoredFields(message, { ...FRAME, ...asked })
    const { events, ...told } = frame.generate === false ? this.#prepared(order) : await this.#made(order)
    return {
      events: this.#remembered(events, order),
      headers: { ...headers, ...told.headers },
      ignored: [...unknown, ...(told.ignored ?? [])],
    }
  }

  #order(asked: ResponseFields): ResponseOrder {
    const fields = withDefaults(asked, this.#services.scheduler, DEFAULT_NAMES)
    const after = (id: string) =>
      this.#last?.id === id ? this.#last.context : this.#desk.contextAfter(this.#peer.owner, id)
    const context = contextOf(this.#services, this.#desk, this.#peer.owner, fields, after)
    return decodeResponse(fields, context, this.#desk.contract)
  }

  async #made(order: ResponseOrder): Promise<Answer> {
    const { recording, headers, ignored } = await this.#desk.begin(this.#peer.owner, order, this.#peer.signal)
    return { events: delivered(recording.from(0)), headers, ignored }
  }

  #prepared(order: ResponseOrder): Answer {
    return { events: this.#preparation(order), ignored: order.offer.ignored }
  }

  async *#remembered(events: AsyncIterable<ResponseEvent>, order: ResponseOrder): AsyncGenerator<ResponseEvent, void> {
    for await (const event of events) {
      yield event
      if ('response' in event && !isUnderWay(event.response)) this.#remember(event.response, order)
    }
  }

  async *#preparation(order: ResponseOrder): AsyncGenerator<ResponseEvent, void> {
    const response = this.#desk.prepare(this.#peer.owner, order)
    const first = this.#desk.contract.firstSequenceNumber
    yield { type: 'response.created', response: { ...response, status: 'in_progress' }, sequence_number: first }
    yield { type: 'response.completed', response, sequence_number: first + 1 }
  }

  #remember({ id, status, output }: ResponseObject, { context }: ResponseOrder): void {
    this.#last = status === 'failed' ? null : { id, context: [...context, ...output] }
  }
}
