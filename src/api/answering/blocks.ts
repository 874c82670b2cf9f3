import type { FinishReason, PromptProgress, TokenLogprob, Usage } from '../../core/event.ts'
import type { TaskEvent } from '../../scheduler/scheduler.ts'
import { unfinished } from '../chat/failure.ts'
import { promptFailure } from './prompt-failure.ts'

/**
 * One answer as a row of blocks: what the model thinks, what it says, which tools it calls, each from its start to its
 * end, one after the other. `prompt` comes first, then how far it is read, and `finish` last. APIs whose answers are made of parts encode this.
 */
export type BlockEvent = PromptRead | PromptProgress | BlockStart | BlockDelta | BlockEnd | AnswerEnd

export interface PromptRead {
  readonly type: 'prompt'
  readonly promptTokens: number
  /** Of these, taken from an earlier request's cache. */
  readonly cachedTokens: number
}

/** `index` counts the answer's blocks from 0. */
export interface BlockStart {
  readonly type: 'block-start'
  readonly index: number
  readonly block: Block
}

export type Block = { readonly kind: 'reasoning' | 'text' } | ToolCallBlock

export interface ToolCallBlock {
  readonly kind: 'tool-call'
  readonly id: string
  readonly name: string
  /** The tool takes a text, which the block's is, and no JSON. */
  readonly custom: boolean
}

/** A further piece of the block's text, or of a call's arguments. Never empty. */
export interface BlockDelta {
  readonly type: 'block-delta'
  readonly index: number
  readonly block: Block
  readonly text: string
  /** Of the text's tokens, when asked for. */
  readonly logprobs: readonly TokenLogprob[]
}

/** `text` is the whole of the block. */
export interface BlockEnd {
  readonly type: 'block-end'
  readonly index: number
  readonly block: Block
  readonly text: string
}

export interface AnswerEnd {
  readonly type: 'finish'
  readonly reason: FinishReason
  readonly stopString: string | null
  readonly usage: Usage
}

/**
 * The blocks of an answer with one choice. Throws the engine's failure, with `promptField` at fault when the prompt was
 * too long, and `request_cancelled` or `engine_error` when the answer ended without a finish.
 */
export async function* blocks(
  events: AsyncIterable<TaskEvent>,
  promptField: string,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent, void> {
  const row = new BlockRow()
  let prompted = false
  let usage: Usage = { type: 'usage', promptTokens: 0, completionTokens: 0, cachedTokens: 0 }
  for await (const { event } of events) {
    switch (event.type) {
      case 'error':
        throw promptFailure(event.error, promptField)
      case 'prompt-progress':
        if (!prompted) yield { type: 'prompt', promptTokens: event.total, cachedTokens: event.cached }
        prompted = true
        yield event
        break
      case 'text-delta':
        if (event.text !== '') yield* row.append('text', event.text, event.logprobs)
        break
      case 'reasoning-delta':
        if (event.text !== '') yield* row.append('reasoning', event.text)
        break
      case 'tool-call-start':
        yield* row.start({ kind: 'tool-call', id: event.id, name: event.name, custom: event.custom ?? false })
        break
      case 'tool-call-delta':
        if (event.arguments !== '') yield* row.delta(event.arguments)
        break
      case 'tool-call-end':
        yield* row.end()
        break
      case 'usage':
        usage = event
        break
      case 'finish':
        yield* row.end()
        yield { type: 'finish', reason: event.reason, stopString: event.stopString ?? null, usage }
        return
    }
  }
  throw unfinished(signal)
}

/** The block that is open, if any, and how many there were. */
class BlockRow {
  #index = -1
  #open: Block | null = null
  #text = ''

  append(kind: 'reasoning' | 'text', text: string, logprobs?: readonly TokenLogprob[]): readonly BlockEvent[] {
    const opening = this.#open?.kind === kind ? [] : this.start({ kind })
    return [...opening, ...this.delta(text, logprobs)]
  }

  start(block: Block): readonly BlockEvent[] {
    const ending = this.end()
    this.#index++
    this.#open = block
    this.#text = ''
    return [...ending, { type: 'block-start', index: this.#index, block }]
  }

  delta(text: string, logprobs: readonly TokenLogprob[] = []): readonly BlockEvent[] {
    const block = this.#open
    this.#text += text
    return block === null ? [] : [{ type: 'block-delta', index: this.#index, block, text, logprobs }]
  }

  end(): readonly BlockEvent[] {
    const block = this.#open
    this.#open = null
    return block === null ? [] : [{ type: 'block-end', index: this.#index, block, text: this.#text }]
  }
}
