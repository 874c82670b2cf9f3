import type { ToolCall } from '../../core/chat.ts'
import type { EngineEvent, FinishReason, TokenLogprob } from '../../core/event.ts'

/** A call as it is answered: of a custom tool, its `arguments` are a text. */
export interface MadeCall extends ToolCall {
  readonly custom: boolean
}

/** What one choice has said so far. */
export class ChoiceInProgress {
  text = ''
  reasoning = ''
  logprobs: TokenLogprob[] = []
  reason: FinishReason | null = null
  readonly #calls = new Map<number, Omit<MadeCall, 'arguments'> & { arguments: string }>()

  /** Of one that a limit cut, the arguments end where it did, as in a stream. */
  get calls(): readonly MadeCall[] {
    return [...this.#calls.values()]
  }

  take(event: EngineEvent): void {
    switch (event.type) {
      case 'text-delta':
        this.text += event.text
        this.logprobs.push(...(event.logprobs ?? []))
        break
      case 'reasoning-delta':
        this.reasoning += event.text
        break
      case 'tool-call-start':
        this.#calls.set(event.call, {
          id: event.id,
          name: event.name,
          custom: event.custom ?? false,
          arguments: '',
        })
        break
      case 'tool-call-delta': {
        const call = this.#calls.get(event.call)
        if (call) call.arguments += event.arguments
        break
      }
      case 'finish':
        this.reason = event.reason
        break
    }
  }
}
