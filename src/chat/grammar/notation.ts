import type { CodePointRange } from './part.ts'

/** A literal in GBNF. Everything but plain printable ASCII is escaped, so that the text survives any reader. */
export function quoted(text: string): string {
  return `"${[...text].map((character) => escaped(character.codePointAt(0) ?? 0, '"\\')).join('')}"`
}

/** A class of code points in GBNF. */
export function characterClass(ranges: readonly CodePointRange[]): string {
  const [only] = ranges
  if (ranges.length === 1 && only && only[0] === only[1]) return quoted(String.fromCodePoint(only[0]))
  return `[${ranges.map(([first, last]) => (first === last ? one(first) : `${one(first)}-${one(last)}`)).join('')}]`
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
