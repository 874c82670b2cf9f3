import type { EngineEvent, PromptProgress, TextDelta } from '../core/event.ts'
import { PrefixMatcher } from './prefix-matcher.ts'

/** Turns one event into the events that follow from it. Stateful: one per stream. */
export type EventTransform = (event: EngineEvent) => readonly EngineEvent[]

/**
 * Ends the text right before the stop string that is the first to be complete (of several complete at one character,
 * the longest), wherever the engine cut its deltas. What may still become a stop string is held back until it can't.
 *
 * After a stop it emits a `usage` and a `finish` of its own and nothing more: the engine's work is of no further use,
 * and the caller should cancel it. Stop strings must not be empty; without any, events pass untouched.
 */
export function stopStrings(stops: readonly string[]): EventTransform {
  if (stops.length === 0) return (event) => [event]
  const matchers = stops.map((stop) => new PrefixMatcher(stop))
  let held = ''
  let completionTokens = 0
  let progress: Pick<PromptProgress, 'total' | 'cached'> = { total: 0, cached: 0 }
  let over = false

  const release = (): readonly TextDelta[] => {
    const text = held
    held = ''
    return text === '' ? [] : [{ type: 'text-delta', text, tokens: 0 }]
  }

  const stopped = (text: string, tokens: number, stopString: string): readonly EngineEvent[] => {
    over = true
    return [
      { type: 'text-delta', text, tokens },
      { type: 'usage', promptTokens: progress.total, completionTokens, cachedTokens: progress.cached },
      { type: 'finish', reason: 'stop', stopString },
    ]
  }

  const text = (delta: TextDelta): readonly EngineEvent[] => {
    completionTokens += delta.tokens
    const end = firstComplete(matchers, delta.text)
    const whole = held + delta.text
    if (end) return stopped(whole.slice(0, held.length + end.after - end.stop.length), delta.tokens, end.stop)
    const certain = whole.length - Math.max(...matchers.map((matcher) => matcher.matched))
    held = whole.slice(certain)
    return [{ type: 'text-delta', text: whole.slice(0, certain), tokens: delta.tokens }]
  }

  return (event) => {
    if (over) return []
    switch (event.type) {
      case 'text-delta':
        return text(event)
      case 'prompt-progress':
        progress = event
        return [event]
      default:
        return [...release(), event]
    }
  }
}

/** Where in `text` the first stop string is complete (units consumed), and which it is. */
function firstComplete(matchers: readonly PrefixMatcher[], text: string): { after: number; stop: string } | null {
  for (let i = 0; i < text.length; i++) {
    const complete = matchers.filter((matcher) => matcher.advance(text.charAt(i)))
    if (complete.length > 0) return { after: i + 1, stop: longest(complete.map((matcher) => matcher.needle)) }
  }
  return null
}

function longest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best), '')
}
