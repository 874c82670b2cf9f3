import { JinjaError } from './errors.ts'
import { formatBraces } from './format.ts'
import { str } from './text.ts'
import { type Arguments, bind, characters, itemsOf, numberOf, tuple, typeName, Undefined, type Value } from './value.ts'
import { ONLY_SPACES, SPACES, strip, stripEnd, stripStart } from './whitespace.ts'

type Method = (text: string, call: Arguments) => Value

/** Methods of Python's `str`. */
export const STRING_METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['upper', (text) => text.toUpperCase()],
  ['lower', (text) => text.toLowerCase()],
  ['casefold', (text) => text.toLowerCase()],
  ['title', (text) => titled(text)],
  ['capitalize', (text) => capitalized(text)],
  ['swapcase', (text) => characters(text).map(swapped).join('')],
  ['strip', (text, call) => stripped(text, call, true, true)],
  ['lstrip', (text, call) => stripped(text, call, true, false)],
  ['rstrip', (text, call) => stripped(text, call, false, true)],
  ['startswith', (text, call) => affixes(call, 'startswith').some((affix) => text.startsWith(affix))],
  ['endswith', (text, call) => affixes(call, 'endswith').some((affix) => text.endsWith(affix))],
  ['removeprefix', (text, call) => withoutAffix(text, textArgument(call, 0, 'removeprefix'), true)],
  ['removesuffix', (text, call) => withoutAffix(text, textArgument(call, 0, 'removesuffix'), false)],
  ['split', (text, call) => split(text, call)],
  ['rsplit', (text, call) => splitFromEnd(text, call)],
  ['splitlines', splitLines],
  ['partition', (text, call) => partition(text, call, text.indexOf(textArgument(call, 0, 'partition')))],
  ['rpartition', (text, call) => partition(text, call, text.lastIndexOf(textArgument(call, 0, 'rpartition')))],
  ['join', (text, call) => joined(text, call)],
  ['replace', (text, call) => replaced(text, call)],
  ['find', (text, call) => text.indexOf(textArgument(call, 0, 'find'))],
  ['rfind', (text, call) => text.lastIndexOf(textArgument(call, 0, 'rfind'))],
  ['index', (text, call) => found(text.indexOf(textArgument(call, 0, 'index')))],
  ['count', (text, call) => text.split(textArgument(call, 0, 'count')).length - 1],
  ['format', (text, call) => formatBraces(text, call.positional, call.named)],
  ['zfill', (text, call) => text.padStart(width(call, 'zfill'), '0')],
  ['ljust', (text, call) => text.padEnd(width(call, 'ljust'), fill(call))],
  ['rjust', (text, call) => text.padStart(width(call, 'rjust'), fill(call))],
  ['isdigit', (text) => /^\p{Nd}+$/u.test(text)],
  ['isdecimal', (text) => /^\p{Nd}+$/u.test(text)],
  ['isnumeric', (text) => /^\p{N}+$/u.test(text)],
  ['isalpha', (text) => /^\p{L}+$/u.test(text)],
  ['isalnum', (text) => /^[\p{L}\p{N}]+$/u.test(text)],
  ['isspace', (text) => ONLY_SPACES.test(text)],
  ['isupper', (text) => text !== text.toLowerCase() && text === text.toUpperCase()],
  ['islower', (text) => text !== text.toUpperCase() && text === text.toLowerCase()],
])

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
}

function titled(text: string): string {
  return text.replace(/\p{L}+/gu, capitalized)
}

function splitLines(text: string): Value[] {
  return text === '' ? [] : text.replace(/\r\n$|[\r\n]$/, '').split(/\r\n|[\n\r]/)
}

/** Between the parts; they have to be text. */
function joined(separator: string, call: Arguments): string {
  const parts = itemsOf(call.positional[0] ?? new Undefined('join() takes exactly one argument'))
  return parts.map((part, at) => textOf(part, `sequence item ${at}:`)).join(separator)
}

function replaced(text: string, call: Arguments): string {
  const [from, to, count] = bind(call, ['old', 'new', 'count'], 'replace()')
  const limit = count === undefined || count === null ? -1 : (numberOf(count) ?? -1)
  return replaceTimes(text, textOf(from, 'replace()'), textOf(to, 'replace()'), limit)
}

/** The first `count` occurrences; all of them when it is negative. */
export function replaceTimes(text: string, from: string, to: string, count: number): string {
  if (count < 0) return text.replaceAll(from, () => to)
  let left = count
  return text.replaceAll(from, (match) => (left-- > 0 ? to : match))
}

function split(text: string, call: Arguments): Value[] {
  const [separator, limit] = splitArguments(call, 'split()')
  if (separator === null) {
    const parts = stripStart(text).split(SPACES)
    if (limit < 0) return parts.filter((part) => part !== '')
    return splitBySpaces(text, limit)
  }
  const parts = text.split(separator)
  if (limit < 0 || parts.length <= limit + 1) return parts
  return [...parts.slice(0, limit), parts.slice(limit).join(separator)]
}

/** At most `limit` times; what remains keeps its white space but for the first. */
function splitBySpaces(text: string, limit: number): string[] {
  const parts: string[] = []
  let rest = stripStart(text)
  while (rest !== '' && parts.length < limit) {
    SPACES.lastIndex = 0
    const gap = SPACES.exec(rest)
    if (!gap) break
    parts.push(rest.slice(0, gap.index))
    rest = rest.slice(gap.index + gap[0].length)
  }
  return rest === '' ? parts : [...parts, rest]
}

function splitFromEnd(text: string, call: Arguments): Value[] {
  const [separator, limit] = splitArguments(call, 'rsplit()')
  const parts = separator === null ? strip(text).split(SPACES) : text.split(separator)
  if (limit < 0 || parts.length <= limit + 1) return parts
  const cut = parts.length - limit
  return [parts.slice(0, cut).join(separator ?? ' '), ...parts.slice(cut)]
}

function splitArguments(call: Arguments, what: string): readonly [string | null, number] {
  const [separator = null, limit = -1] = bind(call, ['sep', 'maxsplit'], what)
  if (separator === '') throw new JinjaError('empty separator')
  return [separator === null ? null : textOf(separator, what), numberOf(limit) ?? -1]
}

function partition(text: string, call: Arguments, at: number): Value {
  const separator = textArgument(call, 0, 'partition')
  if (at !== -1) return tuple(text.slice(0, at), separator, text.slice(at + separator.length))
  return tuple(text, '', '')
}

/** Without white space, or the characters in `chars`, at these ends. */
export function stripped(text: string, call: Arguments, start: boolean, end: boolean): string {
  const [set = null] = bind(call, ['chars'], 'strip()')
  if (set === null) {
    const rest = start ? stripStart(text) : text
    return end ? stripEnd(rest) : rest
  }
  const unwanted = new Set(characters(textOf(set, 'strip()')))
  const all = characters(text)
  let from = 0
  let to = all.length
  while (start && from < to && unwanted.has(all[from] ?? '')) from++
  while (end && to > from && unwanted.has(all[to - 1] ?? '')) to--
  return all.slice(from, to).join('')
}

function affixes(call: Arguments, what: string): readonly string[] {
  const [affix] = call.positional
  return Array.isArray(affix) ? affix.map((each) => textOf(each, what)) : [textOf(affix, what)]
}

function withoutAffix(text: string, affix: string, start: boolean): string {
  if (start) return text.startsWith(affix) ? text.slice(affix.length) : text
  return affix !== '' && text.endsWith(affix) ? text.slice(0, -affix.length) : text
}

function textArgument(call: Arguments, at: number, what: string): string {
  return textOf(call.positional[at], `${what}()`)
}

function textOf(value: Value | undefined, what: string): string {
  if (typeof value === 'string') return value
  if (value instanceof Undefined) return value.complain()
  throw new JinjaError(`${what} expected str instance, ${value === undefined ? 'nothing' : typeName(value)} found`)
}

function width(call: Arguments, what: string): number {
  const [size = 0] = call.positional
  const number = numberOf(size)
  if (number === undefined) throw new JinjaError(`${what}() needs a number, not ${typeName(size)}`)
  return number
}

function fill(call: Arguments): string {
  return str(call.positional[1] ?? ' ')
}

function swapped(character: string): string {
  return character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase()
}

function found(at: number): number {
  if (at === -1) throw new JinjaError('substring not found')
  return at
}
