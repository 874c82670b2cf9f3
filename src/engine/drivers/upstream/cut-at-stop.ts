import type { EngineEvent } from '../../../core/event.ts'
import { firstOf, openEnd } from '../../../core/partial-match.ts'

/**
 * An answer without the stop string that ended it, for servers that tell it too. What may still become one is held back.
 * Their counts, which come after it, stay.
 */
export async function* cutAtStop(
  events: AsyncIterable<EngineEvent>,
  stops: readonly string[],
): AsyncGenerator<EngineEvent, void> {
  let held = ''
  let stop: string | null = null
  for await (const event of events) {
    if (event.type === 'text-delta') {
      if (stop !== null) continue
      const whole = held + event.text
      const found = firstOf(whole, stops)
      const end = found?.at ?? whole.length - openEnd(whole, stops)
      stop = found?.needle ?? null
      held = found === null ? whole.slice(end) : ''
      yield { ...event, text: whole.slice(0, end) }
      continue
    }
    if (held !== '') yield { type: 'text-delta', text: held, tokens: 0 }
    held = ''
    yield event.type === 'finish' && stop !== null ? { ...event, stopString: stop } : event
  }
}
