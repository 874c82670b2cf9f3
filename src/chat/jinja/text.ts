import { type Dict, Float, Namespace, Tuple, Undefined, type Value } from './value.ts'

/** Python's `str()`. */
export function str(value: Value): string {
  return typeof value === 'string' ? value : repr(value)
}

/** Python's `repr()`. */
export function repr(value: Value): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'number') return numberText(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Float) return `${numberText(value.value, true)}`
  if (value instanceof Undefined) return ''
  if (value instanceof Tuple) return `(${value.map(repr).join(', ')}${value.length === 1 ? ',' : ''})`
  if (Array.isArray(value)) return `[${value.map(repr).join(', ')}]`
  if (value instanceof Map) return `{${entries(value)}}`
  if (value instanceof Namespace) return `<Namespace {${entries(value.attributes)}}>`
  return '<function>'
}

function entries(map: Dict | ReadonlyMap<string, Value>): string {
  return Array.from(map, ([key, value]) => `${repr(key)}: ${repr(value)}`).join(', ')
}

const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Single quotes, unless only they occur inside; what can't be seen is escaped. */
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = text.replace(/[\\\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (character) => {
    return NAMED[character] ?? escaped(character.codePointAt(0) ?? 0)
  })
  return quote + body.replaceAll(quote, `\\${quote}`) + quote
}

function escaped(code: number): string {
  const hex = code.toString(16)
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

/** As Python prints it: with an exponent from 1e16 on and below 1e-4, where JavaScript has other limits. */
export function numberText(value: number, float = !Number.isInteger(value)): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf'
  if (!float) return Object.is(value, -0) ? '0' : BigInt(value).toString()
  if (Object.is(value, -0)) return '-0.0'
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
  }
  const digits = value.toString().includes('e') ? value.toFixed(20).replace(/0+$/, '') : value.toString()
  return digits.includes('.') ? digits : `${digits}.0`
}
