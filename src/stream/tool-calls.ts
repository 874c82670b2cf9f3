import type { AnswerPart, CallReader } from '../core/answer.ts'
import type { EngineEvent, Finish, TextDelta, Usage } from '../core/event.ts'
import { LogprobLedger } from './logprob-ledger.ts'
import type { EventTransform } from './stop-strings.ts'

export interface ToolCallOptions {
  readonly reader: CallReader
  readonly newCallId: () => string
  /** Calls after these are left out. */
  readonly maxCalls: number
  /** The grammar lets the model say nothing but calls. */
  readonly mustCall?: boolean
}

/**
 * Makes `tool-call-…` events of the calls that the reader finds in the text. White space around calls is nobody's
 * words and goes. An answer with a whole call in it ends with `tool-calls`, unless a limit cut it; a call whose
 * arguments break off or are no JSON never gets its `tool-call-end`. What may be the beginning of a call is held back until
 * that is certain; of an answer that a limit cut, or that can be nothing but calls, it is a call cut short, and no words.
 */
export function toolCalls(options: ToolCallOptions): EventTransform {
  const caller = new Caller(options)
  let usage: Usage | null = null
  return (event) => {
    switch (event.type) {
      case 'text-delta':
        return caller.delta(event)
      case 'usage':
        usage = event
        return []
      case 'finish':
        return [...caller.end(event.reason === 'length'), ...(usage ? [usage] : []), caller.finish(event)]
      default:
        return [event]
    }
  }
}

class Caller {
  readonly #options: ToolCallOptions
  readonly #ledger = new LogprobLedger()
  /** Tokens counted whose text is still held back. */
  #tokens = 0
  /** White space that counts only if text follows. */
  #space = ''
  /** No text since the last call. */
  #afterCall = false
  #begun = 0
  #ended = 0
  #arguments = ''

  constructor(options: ToolCallOptions) {
    this.#options = options
  }

  delta({ text, tokens, logprobs }: TextDelta): readonly EngineEvent[] {
    this.#ledger.add(text, logprobs)
    this.#tokens += tokens
    const events = this.#options.reader.write(text).flatMap((part) => this.#event(part))
    return this.#counted(events)
  }

  /** What was held back, once no more text will come. */
  end(cut: boolean): readonly EngineEvent[] {
    const held = this.#options.reader.end()
    const told = cut || this.#options.mustCall ? held.filter(({ type }) => type !== 'text') : held
    const events = told.flatMap((part) => this.#event(part))
    if (this.#begun > 0) return this.#counted(events)
    const rest = this.#ledger.takeRest()
    if (this.#space !== '' || rest.logprobs) events.push({ type: 'text-delta', text: this.#space, tokens: 0, ...rest })
    return this.#counted(events)
  }

  finish(finish: Finish): Finish {
    return finish.reason === 'stop' && this.#ended > 0 ? { ...finish, reason: 'tool-calls' } : finish
  }

  /** The first of the events has the tokens. */
  #counted(events: readonly EngineEvent[]): readonly EngineEvent[] {
    const [first, ...others] = events
    if (!first || !('tokens' in first)) return events
    const tokens = this.#tokens
    this.#tokens = 0
    return [{ ...first, tokens }, ...others]
  }

  #event(part: AnswerPart): EngineEvent[] {
    if (part.type === 'text') return this.#text(part.text, part.from)
    const left = this.#begun > this.#options.maxCalls
    const call = this.#begun - 1
    switch (part.type) {
      case 'call-start':
        return this.#start(part.name)
      case 'call-arguments':
        this.#arguments += part.text
        return left ? [] : [{ type: 'tool-call-delta', call, arguments: part.text, tokens: 0 }]
      case 'call-end':
        if (left || !isObject(this.#arguments)) return []
        this.#ended++
        return [{ type: 'tool-call-end', call, tokens: 0 }]
    }
  }

  #start(name: string): EngineEvent[] {
    this.#space = ''
    this.#afterCall = true
    this.#arguments = ''
    this.#begun++
    if (this.#begun > this.#options.maxCalls) return []
    return [{ type: 'tool-call-start', call: this.#begun - 1, id: this.#options.newCallId(), name, tokens: 0 }]
  }

  #text(text: string, from: number): EngineEvent[] {
    const words = this.#afterCall ? text.trimStart() : this.#space + text
    const shown = words.trimEnd()
    this.#space = words.slice(shown.length)
    if (shown === '') return []
    this.#afterCall = false
    const end = from + text.length - this.#space.length
    return [{ type: 'text-delta', text: shown, tokens: 0, ...this.#ledger.take(end - shown.length, end) }]
  }
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
