import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

/** What is wrong with the value, as the end of a sentence that began with its name: "must be at most 2". */
export function complaint(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${named(issue.expected)}, not ${kind(value)}`
    case 'too_small':
      return `must ${verb(issue.origin)} at least ${count(issue.minimum, issue.origin)}`
    case 'too_big':
      return `must ${verb(issue.origin)} at most ${count(issue.maximum, issue.origin)}`
    case 'not_multiple_of':
      return 'must be an integer'
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'invalid_union':
      return issue.discriminator === undefined ? wrongAlternative(issue, value) : wrongTag(issue, value)
    case 'invalid_key':
      return `has a key that can't be one: ${issue.issues[0]?.message ?? issue.message}`
    default:
      return issue.message
  }
}

function wrongAlternative(issue: UnionIssue, value: unknown): string {
  return `must be ${[...new Set(wanted(issue))].join(' or ')}, not ${kind(value)}`
}

/** What each alternative wants the value to be. */
function wanted(issue: UnionIssue): readonly string[] {
  return issue.errors.flatMap(([first]): readonly string[] => {
    if (first?.code === 'invalid_type') return [named(first.expected)]
    if (first?.code === 'invalid_value') return [oneOf(first.values)]
    return first?.code === 'invalid_union' ? wanted(first) : []
  })
}

function wrongTag(issue: UnionIssue & { options?: unknown }, value: unknown): string {
  const allowed = Array.isArray(issue.options) ? oneOf(issue.options) : 'one of the documented ones'
  const tag = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : kind(value)
  return issue.discriminator === 'type' ? `has the type ${tag}, but must have ${allowed}` : `must be ${allowed}`
}

const NAMES: Readonly<Record<string, string>> = {
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

function named(type: string): string {
  return NAMES[type] ?? `a ${type}`
}

function kind(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return 'infinity'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a fraction'
  return named(typeof value)
}

const UNITS: Readonly<Record<string, string>> = { array: 'item', record: 'entry', string: 'character' }

function verb(origin: string): string {
  return origin in UNITS ? 'have' : 'be'
}

function count(limit: number | bigint, origin: string): string {
  const unit = UNITS[origin]
  if (unit === undefined) return exact(limit)
  const plural = unit === 'entry' ? 'entries' : `${unit}s`
  return `${limit} ${Number(limit) === 1 ? unit : plural}`
}

/**
 * All digits of a whole number, however large: JavaScript rounds what it writes beyond 2^53. What it reads, too: 2^64
 * stands for the largest number of 64 bits, which is one less.
 */
function exact(limit: number | bigint): string {
  if (!Number.isInteger(limit)) return `${limit}`
  return (BigInt(limit) - (limit > Number.MAX_SAFE_INTEGER ? 1n : 0n)).toString()
}

function oneOf(values: readonly unknown[]): string {
  // What may be left out or null is no word to choose.
  const words = values.filter((value) => value !== undefined && value !== null)
  const list = words.map((value) => JSON.stringify(value)).join(', ')
  return words.length === 1 ? list : `one of ${list}`
}
