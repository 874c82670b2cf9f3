import { compileSchema } from '../grammar/index.ts'
import { choice, type GrammarPart, literal, sequence } from '../grammar/part.ts'
import { isJson, parsedOrNull } from './json-value.ts'
import { upTo } from './language.ts'
import { stringChoices, valueKind } from './parameters.ts'
import type { Scan, Source } from './source.ts'

/**
 * A value written the way XML-like formats do: strings as they are, everything else as JSON, up to `end`. Strings
 * that have to be of a particular kind are quoted, because only JSON's grammar can hold them to it.
 *
 * Throws what `compileSchema` throws.
 */
export function bareValueGrammar(schema: unknown, end: string): GrammarPart {
  const choices = valueKind(schema) === 'quotable' ? stringChoices(schema) : null
  if (choices) return sequence(choice(...choices.map(literal)), literal(end))
  if (valueKind(schema) === 'string') return upTo(end)
  return sequence(compileSchema(schema), literal(end))
}

/**
 * Consumes such a value and the first of the ends after it, passing on its JSON: a string while it comes. False when
 * the text ends first.
 */
export function* bareValue(
  source: Source,
  schema: unknown,
  ends: readonly string[],
  sink: (json: string) => void,
): Scan<boolean> {
  const kind = valueKind(schema)
  if (kind === 'string') {
    sink('"')
    const end = yield* source.until(ends, (text) => sink(insideQuotes(text)))
    sink('"')
    return end !== null
  }
  const { text, marker } = yield* source.upTo(ends)
  if (marker === null) return false
  sink(kind === 'quotable' ? quoted(text) : isJson(text) ? text.trim() : JSON.stringify(text))
  return true
}

/** A string that may have been written as JSON. */
function quoted(text: string): string {
  return typeof parsedOrNull(text) === 'string' ? text.trim() : JSON.stringify(text)
}

/** The text as it stands inside a JSON string. */
export function insideQuotes(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
