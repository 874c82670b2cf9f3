import type { ResponseFormat } from '../core/chat.ts'
import { JsonLiterals } from '../stream/json-literals.ts'
import { type EventTransform, stopStrings } from '../stream/stop-strings.ts'

/** An answer that was asked for in a format is not cut inside a literal: in a JSON string, or anywhere in a choice. */
export function clientStops(stops: readonly string[], format: ResponseFormat): EventTransform {
  if (isOneLiteral(format)) return stopStrings([])
  return stopStrings(stops, format.type === 'json' ? new JsonLiterals() : null)
}

/** The field that has no effect, where it is so. */
export function ignoredStops(stops: readonly string[], format: ResponseFormat): readonly string[] {
  return isOneLiteral(format) && stops.length > 0 ? ['stop'] : []
}

function isOneLiteral({ type }: ResponseFormat): boolean {
  return type === 'choice' || type === 'regex'
}
