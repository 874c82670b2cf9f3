import { Float } from './jinja/value.ts'

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** No client's key: JSON text can only hold it escaped. */
const MARK = '\0number'

/**
 * JSON as Python reads it: `2.0` stays a float and integers keep all their digits, as a `Float` or a `bigint` where
 * JavaScript's own numbers would lose that. Throws for what is no JSON.
 */
export function parseAsPython(json: string): unknown {
  const value: unknown = JSON.parse(json)
  if (!(json.match(TEXT_OR_NUMBER) ?? []).some(losesItself)) return value
  const marked = json.replace(TEXT_OR_NUMBER, (token) => (losesItself(token) ? `{"\\u0000number":"${token}"}` : token))
  return JSON.parse(marked, (_, each: unknown) => (isMarked(each) ? numberFrom(each[MARK]) : each))
}

function losesItself(token: string): boolean {
  if (token.startsWith('"')) return false
  const number = Number(token)
  return isFloatText(token) ? Number.isInteger(number) : !Number.isSafeInteger(number)
}

function numberFrom(token: string): Float | bigint {
  return isFloatText(token) ? new Float(Number(token)) : BigInt(token)
}

function isFloatText(token: string): boolean {
  return /[.eE]/.test(token)
}

function isMarked(value: unknown): value is { readonly [MARK]: string } {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, MARK)
}
