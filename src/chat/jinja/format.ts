import { JinjaError } from './errors.ts'
import { numberText, repr, str } from './text.ts'
import { numberOf, Tuple, typeName, Undefined, type Value } from './value.ts'

const CONVERSION = /%(?:\((?<key>[^)]*)\))?(?<flags>[-+ 0#]*)(?<width>\d+)?(?:\.(?<precision>\d+))?(?<type>.)/gs

/** Python's `text % values`: s, r, d, i, f, g, e, x, X, o, c and %. */
export function formatPercent(text: string, values: Value): string {
  const list = values instanceof Tuple ? values : [values]
  let at = 0
  const next = (key: string | undefined): Value => {
    const value = key === undefined ? list[at++] : values instanceof Map ? values.get(key) : undefined
    if (value === undefined) throw new JinjaError('not enough arguments for format string')
    return value
  }
  const formatted = text.replace(CONVERSION, (...match) => {
    const groups = match.at(-1) as Record<string, string | undefined>
    if (groups.type === '%') return '%'
    return padded(converted(next(groups.key), groups), groups.flags ?? '', Number(groups.width ?? 0))
  })
  if (at < list.length && !mayBeLeft(values)) {
    throw new JinjaError('not all arguments converted during string formatting')
  }
  return formatted
}

/** What could be asked for a key need not be used up. */
function mayBeLeft(values: Value): boolean {
  return values instanceof Map || values instanceof Undefined || (Array.isArray(values) && !(values instanceof Tuple))
}

function converted(value: Value, { type = '', flags = '', precision }: Record<string, string | undefined>): string {
  if (type === 's') return str(value).slice(0, precision === undefined ? undefined : Number(precision))
  if (type === 'r' || type === 'a') return repr(value)
  if (type === 'c' && typeof value === 'string') return value
  const number = numberOf(value)
  if (number === undefined) throw new JinjaError(`%${type} format: a real number is required, not ${typeName(value)}`)
  const sign = number < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
  return sign + magnitude(Math.abs(number), type, precision === undefined ? null : Number(precision))
}

function magnitude(number: number, type: string, precision: number | null): string {
  switch (type) {
    case 'd':
    case 'i':
    case 'u':
      return numberText(Math.trunc(number)).padStart(precision ?? 0, '0')
    case 'f':
    case 'F':
      return number.toFixed(precision ?? 6)
    case 'e':
      return number.toExponential(precision ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
    case 'g':
      return String(Number(number.toPrecision(precision ?? 6)))
    case 'x':
      return Math.trunc(number).toString(16)
    case 'X':
      return Math.trunc(number).toString(16).toUpperCase()
    case 'o':
      return Math.trunc(number).toString(8)
    default:
      throw new JinjaError(`unsupported format character '${type}'`)
  }
}

function padded(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width)
  if (!flags.includes('0')) return text.padStart(width)
  const sign = /^[+-]/.exec(text)?.[0] ?? ''
  return sign + text.slice(sign.length).padStart(width - sign.length, '0')
}

/** Python's `text.format(…)`: fields by position or name, with attributes left out and the common alignments. */
export function formatBraces(text: string, positional: readonly Value[], named: ReadonlyMap<string, Value>): string {
  let at = 0
  return text.replace(
    /\{\{|\}\}|\{([^{}:!]*)(?:!([rs]))?(?::([^{}]*))?\}/g,
    (whole, field = '', kind = 's', spec = '') => {
      if (whole === '{{' || whole === '}}') return whole.slice(1)
      const value = field === '' ? positional[at++] : /^\d+$/.test(field) ? positional[Number(field)] : named.get(field)
      if (value === undefined) throw new JinjaError(`format() has no value for {${field}}`)
      return specified(kind === 'r' ? repr(value) : value, spec)
    },
  )
}

function specified(value: Value, spec: string): string {
  const match = /^(?:(?<fill>.)?(?<align>[<>^]))?(?<zero>0)?(?<width>\d+)?(?<rest>(?:\.\d+)?[a-zA-Z%]?)$/.exec(spec)
  if (!match?.groups) throw new JinjaError(`Invalid format specifier '${spec}'`)
  const { fill = ' ', align, zero, width = '0', rest = '' } = match.groups
  const text = rest === '' ? str(value) : formatPercent(`%${rest}`, value)
  if (zero !== undefined && align === undefined) return text.padStart(Number(width), '0')
  const side = align ?? (numberOf(value) === undefined ? '<' : '>')
  if (side === '<') return text.padEnd(Number(width), fill)
  if (side === '>') return text.padStart(Number(width), fill)
  return text.padStart((text.length + Number(width)) / 2, fill).padEnd(Number(width), fill)
}
