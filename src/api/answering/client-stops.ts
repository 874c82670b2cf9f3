import type { ResponseFormat } from '../../core/chat.ts'
import { JsonLiterals } from '../../stream/json-literals.ts'
import { type EventTransform, stopStrings } from '../../stream/stop-strings.ts'

/** An answer that was asked for in a format is not cut inside a literal: in a JSON string, or anywhere in a choice. */
export function clientStops(stops: readonly string[], format: ResponseFormat): EventTransform {
  if (isOneLiteral(format)) return stopStrings([])
  return stopStrings(stops, format.type === 'json' ? new JsonLiterals() : null)
}

/** Whether there are some that have no effect. */
export function stopsUnheeded(stops: readonly string[], format: ResponseFormat): boolean {
  return isOneLiteral(format) && stops.length > 0
}

function isOneLiteral({ type }: ResponseFormat): boolean {
  return type === 'choice' || type === 'regex'
}
