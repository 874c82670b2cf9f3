import { JinjaError } from './errors.ts'
import { formatBraces, formatPercent } from './format.ts'
import { toJson } from './json.ts'
import { escapeHtml } from './markup.ts'
import { capitalized, replaceTimes, stripped } from './string-methods.ts'
import { str } from './text.ts'
import {
  type Arguments,
  bind,
  type Filter,
  float,
  isFloat,
  isTrue,
  itemsOf,
  numberOf,
  tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'
import { strip } from './whitespace.ts'

/** Filters that make text or numbers of one value. */
export const TEXT_FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['string', (value) => str(value)],
  ['safe', (value) => value],
  ['upper', (value) => str(value).toUpperCase()],
  ['lower', (value) => str(value).toLowerCase()],
  ['capitalize', (value) => capitalized(str(value))],
  ['title', (value) => wordsCapitalized(str(value))],
  ['trim', (value, call) => stripped(str(value), call, true, true)],
  ['replace', replace],
  ['indent', indent],
  ['center', center],
  [
    'format',
    (value, call) => formatPercent(str(value), call.named.size > 0 ? new Map(call.named) : tuple(...call.positional)),
  ],
  ['join', join],
  ['wordcount', (value) => str(value).match(/[\p{L}\p{N}_]+/gu)?.length ?? 0],
  ['escape', (value) => escapeHtml(str(value))],
  ['e', (value) => escapeHtml(str(value))],
  ['urlencode', (value) => encodeURIComponent(str(value)).replaceAll('%2F', '/')],
  ['tojson', toJson],
  ['int', toInteger],
  ['float', toFloat],
  ['abs', (value) => Math.abs(needNumber(value))],
  ['round', round],
  ['default', orDefault],
  ['d', orDefault],
])

function center(value: Value, call: Arguments): string {
  const [width = 80] = bind(call, ['width'], 'center()')
  return formatBraces(`{:^${needNumber(width)}}`, [str(value)], new Map())
}

/** As Jinja has it: a word begins after white space, a dash or an opening bracket only. */
function wordsCapitalized(text: string): string {
  return text.replace(/[^-\s({[<]+/gu, capitalized)
}

function replace(value: Value, call: Arguments): string {
  const [from = '', to = '', count = null] = bind(call, ['old', 'new', 'count'], 'replace()')
  return replaceTimes(str(value), str(from), str(to), count === null ? -1 : needNumber(count))
}

/** Every line but the first, and no blank ones, unless asked for. */
function indent(value: Value, call: Arguments): string {
  const [width = 4, first = false, blank = false] = bind(call, ['width', 'first', 'blank'], 'indent()')
  const padding = typeof width === 'string' ? width : ' '.repeat(needNumber(width))
  const lines = str(value).split('\n')
  const indented = lines.map((line, at) => (at > 0 && (line !== '' || isTrue(blank)) ? padding + line : line))
  return (isTrue(first) ? padding : '') + indented.join('\n')
}

function join(value: Value, call: Arguments): string {
  const [separator = '', name] = bind(call, ['d', 'attribute'], 'join()')
  const items = itemsOf(value).map((item) =>
    name === undefined || !(item instanceof Map) ? item : (item.get(name) ?? ''),
  )
  return items.map(str).join(str(separator))
}

function toInteger(value: Value, call: Arguments): Value {
  const [fallback = 0, base = 10] = bind(call, ['default', 'base'], 'int()')
  const text = typeof value === 'string' ? strip(value) : null
  const number = text === null ? numberOf(value) : parseNumber(text, needNumber(base))
  return number === undefined || !Number.isFinite(number) ? fallback : Math.trunc(number)
}

function parseNumber(text: string, base: number): number | undefined {
  if (base !== 10) {
    const number = Number.parseInt(text.replace(/^0[xXoObB]/, ''), base)
    return Number.isNaN(number) ? undefined : number
  }
  return /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text) ? Number(text) : undefined
}

function toFloat(value: Value, call: Arguments): Value {
  const [fallback = float(0)] = bind(call, ['default'], 'float()')
  const number = typeof value === 'string' ? parseNumber(strip(value), 10) : numberOf(value)
  return number === undefined ? fallback : float(number)
}

function round(value: Value, call: Arguments): Value {
  const [precision = 0, method = 'common'] = bind(call, ['precision', 'method'], 'round()')
  const scale = 10 ** needNumber(precision)
  const scaled = needNumber(value) * scale
  const rounded = method === 'ceil' ? Math.ceil(scaled) : method === 'floor' ? Math.floor(scaled) : halfToEven(scaled)
  return isFloat(value) ? float(rounded / scale) : rounded / scale
}

/** As Python's `round`. */
function halfToEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

function orDefault(value: Value, call: Arguments): Value {
  const [fallback = '', alsoFalse = false] = bind(call, ['default_value', 'boolean'], 'default()')
  return value instanceof Undefined || (isTrue(alsoFalse) && !isTrue(value)) ? fallback : value
}

export function needNumber(value: Value): number {
  const number = numberOf(value)
  if (number !== undefined) return number
  if (value instanceof Undefined) return value.complain()
  throw new JinjaError(`a number is needed, not ${typeName(value)}`)
}
