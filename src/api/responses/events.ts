import { asTrivetError } from '../../core/errors.ts'
import type { AnswerEnd, Block, BlockEnd, BlockEvent } from '../answering/blocks.ts'
import { encodeProgress } from '../fields/prompt-progress.ts'
import type { ResponseEvent, Unnumbered } from './event.ts'
import { ITEM_PREFIXES, type ItemStatus } from './item.ts'
import { itemType, type OutputItem, type OutputWishes, outputItem } from './output.ts'
import { encodeUsage, type ResponseObject, type ResponseStatus } from './response-object.ts'

export interface EventOptions extends OutputWishes {
  /** Tell how far the prompt has been read: no event of OpenAI's. */
  readonly showProgress: boolean
  newId(prefix: string): string
  /** Milliseconds since the Unix epoch. */
  now(): number
  readonly firstSequenceNumber: number
}

/**
 * The stream of a response, in the order OpenAI's clients rely on. A failure is thrown; when that comes too late for
 * an HTTP status, the event `response.failed` goes before it, unless it was the client that gave up. One in the
 * background that is cancelled ends as `response.incomplete`, for OpenAI's streams have no event of that name. What was
 * said until then stays in the output.
 */
export async function* responseEvents(
  start: ResponseObject,
  answer: AsyncIterable<BlockEvent>,
  options: EventOptions,
): AsyncGenerator<ResponseEvent, void> {
  let sequence_number = options.firstSequenceNumber
  const course = new Course(start, options)
  const numbered = (event: Unnumbered): ResponseEvent => ({ ...event, sequence_number: sequence_number++ })
  if (start.status === 'queued') {
    for (const event of course.queue()) yield numbered(event)
  }
  try {
    for await (const event of answer) {
      for (const out of course.next(event)) yield numbered(out)
    }
  } catch (thrown) {
    const error = asTrivetError(thrown)
    const cancelled = error.code === 'request_cancelled'
    if (cancelled && start.background) {
      for (const out of course.cancel()) yield numbered(out)
      return
    }
    const tooLate = sequence_number > options.firstSequenceNumber
    if (tooLate && !cancelled) {
      const code = error.status === 429 ? 'rate_limit_exceeded' : 'server_error'
      for (const out of course.fail(code, error.message)) yield numbered(out)
    }
    throw error
  }
}

/** How far a response has come. */
class Course {
  #response: ResponseObject
  readonly #options: EventOptions
  #created = false
  #item: OutputItem | null = null
  /** Of the item, what has been said. */
  #said = ''
  /** A block that has ended, kept back until it is known whether the answer was cut in it. */
  #ended: BlockEnd | null = null

  constructor(start: ResponseObject, options: EventOptions) {
    this.#response = start
    this.#options = options
  }

  queue(): readonly Unnumbered[] {
    this.#created = true
    return [this.#state('response.created', 'queued'), this.#state('response.queued', 'queued')]
  }

  next(event: BlockEvent): readonly Unnumbered[] {
    switch (event.type) {
      case 'prompt':
        return this.#begin()
      case 'prompt-progress':
        return this.#options.showProgress ? [{ type: 'response.prompt_progress', ...encodeProgress(event) }] : []
      case 'block-start':
        return [...this.#opened(), ...this.#endItem('completed'), ...this.#startItem(event.block)]
      case 'block-delta':
        this.#said += event.text
        return this.#item?.say(event) ?? []
      case 'block-end':
        this.#ended = event
        return []
      case 'finish':
        return [...this.#opened(), ...this.#finish(event)]
    }
  }

  fail(code: string, message: string): readonly Unnumbered[] {
    return [...this.#cutItem(), this.#state('response.failed', 'failed', { error: { code, message } })]
  }

  cancel(): readonly Unnumbered[] {
    return [...this.#cutItem(), this.#state('response.incomplete', 'cancelled')]
  }

  #begin(): readonly Unnumbered[] {
    const created = this.#created ? [] : [this.#state('response.created', 'in_progress')]
    this.#created = true
    return [...created, this.#state('response.in_progress', 'in_progress')]
  }

  /** Of an engine that told nothing of its prompt, the first word is the beginning. */
  #opened(): readonly Unnumbered[] {
    return this.#created ? [] : this.#begin()
  }

  #startItem(block: Block): readonly Unnumbered[] {
    const id = this.#options.newId(ITEM_PREFIXES[itemType(block)])
    this.#said = ''
    this.#item = outputItem(block, id, this.#response.output.length, this.#options)
    return this.#item.begin()
  }

  #endItem(status: ItemStatus): readonly Unnumbered[] {
    return this.#ended === null ? [] : this.#closeItem(this.#ended.text, status)
  }

  /** The item that was being said when the answer broke off, as far as it came. */
  #cutItem(): readonly Unnumbered[] {
    return this.#ended === null ? this.#closeItem(this.#said, 'incomplete') : this.#endItem('completed')
  }

  #closeItem(text: string, status: ItemStatus): readonly Unnumbered[] {
    if (this.#item === null) return []
    const { item, events } = this.#item.end(text, status)
    this.#response = { ...this.#response, output: [...this.#response.output, item] }
    this.#item = null
    this.#ended = null
    return events
  }

  #finish({ reason, usage }: AnswerEnd): readonly Unnumbered[] {
    const cut = reason === 'length'
    const ending = this.#endItem(cut ? 'incomplete' : 'completed')
    const end = { usage: encodeUsage(usage) }
    const incomplete_details = { reason: 'max_output_tokens' } as const
    return [
      ...ending,
      cut
        ? this.#state('response.incomplete', 'incomplete', { ...end, incomplete_details })
        : this.#state('response.completed', 'completed', { ...end, completed_at: this.#seconds() }),
    ]
  }

  #state(
    type: Extract<Unnumbered, { response: ResponseObject }>['type'],
    status: ResponseStatus,
    more: Partial<ResponseObject> = {},
  ): Unnumbered {
    this.#response = { ...this.#response, status, ...more }
    return { type, response: this.#response }
  }

  #seconds(): number {
    return Math.floor(this.#options.now() / 1000)
  }
}
