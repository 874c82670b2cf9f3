import type { CodePointRange } from './part.ts'

/** A literal in GBNF. Everything but plain printable ASCII is escaped, so that the text survives any reader. */
export function quoted(text: string): string {
  return `"${[...text].map(inLiteral).join('')}"`
}

/** A class of code points in GBNF. */
export function characterClass(ranges: readonly CodePointRange[]): string {
  const [only] = ranges
  if (ranges.length === 1 && only && only[0] === only[1]) return quoted(String.fromCodePoint(only[0]))
  return `[${ranges.map(([first, last]) => (first === last ? one(first) : `${one(first)}-${one(last)}`)).join('')}]`
}

function inLiteral(character: string): string {
  return character === '"' || character === '\\' ? `\\${character}` : escaped(character.codePointAt(0) ?? 0, '')
}

function one(codePoint: number): string {
  return escaped(codePoint, '[]\\-^"')
}

function escaped(codePoint: number, special: string): string {
  const character = String.fromCodePoint(codePoint)
  if (codePoint >= 0x20 && codePoint < 0x7f && !special.includes(character)) return character
  const hex = codePoint.toString(16).toUpperCase()
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = {
  t: 9,
  r: 13,
  n: 10,
  '\\': 92,
  '"': 34,
  '[': 91,
  ']': 93,
  '-': 45,
}

/** The character that stands at `at`, escaped or not, and the length of what stands for it; `null`: none does. */
export function escapeAt(source: string, at: number): { readonly codePoint: number; readonly length: number } | null {
  const character = source.codePointAt(at)
  if (character === undefined) return null
  if (character !== 0x5c) return { codePoint: character, length: character > 0xffff ? 2 : 1 }
  const hex = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/y
  hex.lastIndex = at
  const found = hex.exec(source)
  if (found !== null) {
    const codePoint = Number.parseInt(found[0].slice(2), 16)
    return codePoint <= 0x10ffff ? { codePoint, length: found[0].length } : null
  }
  const simple = SIMPLE_ESCAPES[source.charAt(at + 1)]
  return simple === undefined ? null : { codePoint: simple, length: 2 }
}
