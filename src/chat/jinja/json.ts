import { JinjaError } from './errors.ts'
import { numberText } from './text.ts'
import { type Arguments, bind, type Dict, Float, typeName, type Value } from './value.ts'

interface Layout {
  readonly ascii: boolean
  /** One level's indentation; `null`: all on one line. */
  readonly indent: string | null
  readonly comma: string
  readonly colon: string
  readonly sorted: boolean
}

/** `tojson` as transformers defines it: Python's `json.dumps`, by default without escapes for other scripts. */
export function toJson(value: Value, call: Arguments): string {
  const names = ['ensure_ascii', 'indent', 'separators', 'sort_keys']
  const [ascii = false, indent = null, separators = null, sorted = false] = bind(call, names, 'tojson()')
  const [comma, colon] = Array.isArray(separators) ? separators : [indent === null ? ', ' : ',', ': ']
  const layout: Layout = {
    ascii: ascii === true,
    indent: typeof indent === 'number' ? ' '.repeat(indent) : typeof indent === 'string' ? indent : null,
    comma: String(comma),
    colon: String(colon),
    sorted: sorted === true,
  }
  return dump(value, layout, '\n')
}

function dump(value: Value, layout: Layout, newline: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Float) return numberText(value.value, true)
  if (typeof value === 'string') return dumpText(value, layout)
  const inner = newline + (layout.indent ?? '')
  if (Array.isArray(value))
    return enclosed(
      '[]',
      value.map((item) => dump(item, layout, inner)),
      layout,
      newline,
    )
  if (value instanceof Map) {
    const entries = sortedEntries(value, layout).map(
      ([key, item]) => dumpText(key, layout) + layout.colon + dump(item, layout, inner),
    )
    return enclosed('{}', entries, layout, newline)
  }
  throw new JinjaError(`Object of type ${typeName(value)} is not JSON serializable`)
}

function enclosed(brackets: string, items: readonly string[], layout: Layout, newline: string): string {
  const [open, close] = brackets
  if (items.length === 0) return brackets
  if (layout.indent === null) return open + items.join(layout.comma) + close
  const inner = newline + layout.indent
  return open + inner + items.join(layout.comma + inner) + newline + close
}

function sortedEntries(dict: Dict, { sorted }: Layout): readonly (readonly [string, Value])[] {
  const entries = Array.from(dict, ([key, value]) => [keyText(key), value] as const)
  return sorted ? entries.toSorted(([a], [b]) => (a < b ? -1 : 1)) : entries
}

function keyText(key: Value): string {
  if (typeof key === 'string') return key
  if (key === null || typeof key === 'boolean') return String(key)
  if (typeof key === 'number') return numberText(key)
  throw new JinjaError(`keys must be str, int, float, bool or None, not ${typeName(key)}`)
}

function dumpText(text: string, { ascii }: Layout): string {
  const json = JSON.stringify(text)
  return ascii ? json.replace(/[\x7f-\uffff]/g, unicodeEscape) : json
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
