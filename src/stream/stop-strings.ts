import type { EngineEvent, GuessCounts, PromptProgress, ReasoningDelta, TextDelta } from '../core/event.ts'
import { promptCost } from '../core/prompt-cost.ts'
import { LogprobLedger } from './logprob-ledger.ts'
import { PrefixMatcher } from './prefix-matcher.ts'

/** Turns one event into the events that follow from it. Stateful: one per stream. */
export type EventTransform = (event: EngineEvent) => readonly EngineEvent[]

/** Tells, unit by unit of the whole text, what belongs to a literal. */
export interface Literals {
  holds(unit: string): boolean
}

/**
 * Ends the text right before the stop string that is the first to be complete (of several complete at one character,
 * the longest), wherever the engine cut its deltas. What may still become a stop string is held back until it can't.
 * Only text is looked at, and thinking where that is left in it: reasoning and tool calls pass, and no stop string
 * reaches across them.
 *
 * After a stop it emits a `usage` and a `finish` of its own and nothing more: the engine's work is of no further use,
 * and the caller should cancel it. Stop strings must not be empty; without any, events pass untouched.
 *
 * @param literals what of the answer no stop string is looked for in, nor reaches across
 */
export function stopStrings(stops: readonly string[], literals: Literals | null = null): EventTransform {
  if (stops.length === 0) return (event) => [event]
  const matchers = stops.map((stop) => new PrefixMatcher(stop))
  const ledger = new LogprobLedger()
  const spent = new Spending()
  let held = ''
  /** Where `held` begins, in UTF-16 units of the whole text. */
  let at = 0
  let over = false

  const emit = (text: string, tokens: number): TextDelta => {
    const from = at
    at += text.length
    return { type: 'text-delta', text, tokens, ...ledger.take(from, at) }
  }

  const release = (): readonly TextDelta[] => {
    const text = held
    held = ''
    for (const matcher of matchers) matcher.reset()
    return text === '' ? [] : [emit(text, 0)]
  }

  const text = (delta: TextDelta): readonly EngineEvent[] => {
    ledger.add(delta.text, delta.logprobs)
    const end = firstComplete(matchers, delta.text, delta.thought ? null : literals)
    const whole = held + delta.text
    if (end) {
      over = true
      return [emit(whole.slice(0, held.length + end.after - end.stop.length), delta.tokens), ...spent.stopped(end.stop)]
    }
    const certain = whole.length - Math.max(...matchers.map((matcher) => matcher.matched))
    held = whole.slice(certain)
    return [emit(whole.slice(0, certain), delta.tokens)]
  }

  return (event) => {
    if (over) return []
    spent.count(event)
    switch (event.type) {
      case 'text-delta':
        return text(event)
      case 'prompt-progress':
      case 'guess-progress':
        return [event]
      default:
        return [...release(), event]
    }
  }
}

/** What an answer has cost so far, for when it is ended before the engine says so. */
class Spending {
  #progress: PromptProgress | null = null
  #tokens = 0
  #reasoningTokens: number | null = null
  #guesses: GuessCounts | null = null
  #called = false

  count(event: EngineEvent): void {
    if (event.type === 'prompt-progress') this.#progress = event
    if (event.type === 'guess-progress') this.#guesses = { accepted: event.accepted, rejected: event.rejected }
    if (event.type === 'tool-call-end') this.#called = true
    if ('tokens' in event) this.#tokens += event.tokens
    if (isThought(event)) this.#reasoningTokens = (this.#reasoningTokens ?? 0) + event.tokens
  }

  stopped(stopString: string): readonly EngineEvent[] {
    const known = {
      ...(this.#reasoningTokens !== null && { reasoningTokens: this.#reasoningTokens }),
      ...(this.#guesses !== null && { speculation: this.#guesses }),
    }
    return [
      { type: 'usage', ...promptCost(this.#progress), completionTokens: this.#tokens, ...known },
      { type: 'finish', reason: this.#called ? 'tool-calls' : 'stop', stopString },
    ]
  }
}

function isThought(event: EngineEvent): event is ReasoningDelta | TextDelta {
  return event.type === 'reasoning-delta' || (event.type === 'text-delta' && event.thought === true)
}

/** Where in `text` the first stop string is complete (units consumed), and which it is. */
function firstComplete(
  matchers: readonly PrefixMatcher[],
  text: string,
  literals: Literals | null,
): { after: number; stop: string } | null {
  for (let i = 0; i < text.length; i++) {
    if (literals?.holds(text.charAt(i))) {
      for (const matcher of matchers) matcher.reset()
      continue
    }
    const complete = matchers.filter((matcher) => matcher.advance(text.charAt(i)))
    if (complete.length > 0) return { after: i + 1, stop: longest(complete.map((matcher) => matcher.needle)) }
  }
  return null
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '')
}
