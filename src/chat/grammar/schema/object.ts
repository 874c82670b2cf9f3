import type { Dfa } from '../automaton/dfa.ts'
import { SPACE } from '../json/space.ts'
import { LIMITS } from '../limits.ts'
import { choice, type GrammarPart, IMPOSSIBLE, literal, NOTHING_MORE, type Rule, repeat, sequence } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'
import type { ValuesOf } from './array.ts'
import type { Demand } from './demand.ts'
import { furtherKeys } from './further-keys.ts'
import { placesFor } from './member.ts'
import { blaming } from './refusal.ts'

const COLON = sequence(SPACE, literal(':'), SPACE)
const COMMA = sequence(literal(','), SPACE)

interface Member {
  readonly part: GrammarPart
  readonly required: boolean
}

/**
 * The objects that meet a demand, as JSON: the members that the schema names, in its order, each of those not required
 * there or not; then further ones. Further members are written only when the schema speaks of them, names none, or
 * `minProperties` wants more.
 * @param nameLanguages the texts that `propertyNames` allows
 */
export function objectPart(demand: Demand, valuesOf: ValuesOf, nameLanguages: readonly Dfa[]): GrammarPart {
  const [pointer = '#'] = demand.pointers
  const keys = new Set([...demand.objects.flatMap(({ properties }) => [...properties.keys()]), ...demand.required])
  const names = furtherKeys(demand, keys, nameLanguages)
  const members = [...keys].map((key): Member => {
    const value = names.allowed(key) ? valuesOf(placesFor(demand.objects, key)) : IMPOSSIBLE
    return {
      part: sequence(literal(JSON.stringify(key)), COLON, value, SPACE),
      required: demand.required.has(key),
    }
  })
  const spoken =
    keys.size === 0 ||
    demand.minProperties > keys.size ||
    demand.objects.some(({ patterns, additional }) => patterns.length > 0 || additional !== null)
  const count = { min: demand.minProperties, max: demand.maxProperties }
  const further = spoken ? names.classes().map(({ key, places }) => sequence(key, COLON, valuesOf(places), SPACE)) : []
  const all = blaming('properties', pointer, () => membersPart(members, choice(...further), count))
  return sequence(literal('{'), SPACE, all, literal('}'))
}

interface Count {
  readonly min: number
  readonly max: number | null
}

/**
 * The members from each one on, after so many have been written: `ways[written]`. Built from the last back, and one
 * rule a member and count, so that any combination of optional members costs no more than their number.
 */
function membersPart(members: readonly Member[], further: GrammarPart, count: Count): GrammarPart {
  // Beyond this, how many there are makes no difference.
  const top = count.max === null ? Math.max(1, count.min) : Math.min(count.max, members.length + 1)
  if (members.filter(({ required }) => !required).length > LIMITS.optionalMembers) {
    throw new GrammarRefusal(`names more than ${LIMITS.optionalMembers} members that may be left out`)
  }
  if (members.length * top > LIMITS.countedMembers) throw new GrammarRefusal('counts too many members')
  let ways = Array.from({ length: top + 1 }, (_, written) => furtherMembers(further, written, count))
  for (const { part, required } of members.toReversed()) {
    const after = ways
    ways = after.map((without, written) => {
      const full = written === count.max
      const next = after[Math.min(written + 1, top)] ?? IMPOSSIBLE
      const withIt = full ? IMPOSSIBLE : sequence(written === 0 ? NOTHING_MORE : COMMA, part, next)
      return required ? withIt : named('members', choice(withIt, without))
    })
  }
  return ways[0] ?? IMPOSSIBLE
}

/** Further members. Of these, one may repeat another's key, so only one of them counts towards the least. */
function furtherMembers(further: GrammarPart, written: number, { min, max }: Count): GrammarPart {
  const missing = Math.max(0, min - written)
  if (missing > 1) return IMPOSSIBLE
  const more = (done: number) =>
    repeat(sequence(COMMA, further), Math.max(0, missing - done), max === null ? null : max - written - done)
  if (written > 0) return more(0)
  if (max === 0) return NOTHING_MORE
  const some = sequence(further, more(1))
  return missing > 0 ? some : choice(some, NOTHING_MORE)
}

/** A part that choices don't look into: what follows each member is written once, not with every member before it. */
function named(name: string, body: GrammarPart): Rule {
  return { kind: 'rule', name, body }
}
