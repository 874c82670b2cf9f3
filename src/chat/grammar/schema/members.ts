import { SPACE } from '../json/space.ts'
import { LIMITS } from '../limits.ts'
import { choice, type GrammarPart, IMPOSSIBLE, literal, NOTHING_MORE, type Rule, repeat, sequence } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'

const COMMA = sequence(literal(','), SPACE)

/** So many required members are written in a row: each before another is put in front of a copy of those after it. */
const RUN = 64

/** Something between commas. */
export interface Member {
  readonly part: GrammarPart
  readonly required: boolean
}

export interface Count {
  readonly min: number
  readonly max: number | null
}

/**
 * The members in order, each of those not required there or not, then further ones, with commas between them: so many
 * in all. Throws a GrammarRefusal when there are more than an engine can follow.
 *
 * Built from the last back, and one rule a member and count, `ways[written]` being those from a member on when so many
 * have been written: any combination of optional members costs no more than their number.
 */
export function membersPart(members: readonly Member[], further: GrammarPart, count: Count): GrammarPart {
  // Beyond this, how many there are makes no difference.
  const top = count.max === null ? Math.max(1, count.min) : Math.min(count.max, members.length + 1)
  if (members.filter(({ required }) => !required).length > LIMITS.optionalMembers) {
    throw new GrammarRefusal(`names more than ${LIMITS.optionalMembers} members that may be left out`)
  }
  if (Math.max(1, members.length) * top > LIMITS.countedMembers) throw new GrammarRefusal('counts too many members')
  let ways = Array.from({ length: top + 1 }, (_, written) => furtherMembers(further, written, count))
  for (const [at, { part, required }] of [...members.entries()].toReversed()) {
    const after = ways
    ways = after.map((without, written) => {
      const full = written === count.max
      const next = after[Math.min(written + 1, top)] ?? IMPOSSIBLE
      const withIt = full ? IMPOSSIBLE : sequence(written === 0 ? NOTHING_MORE : COMMA, part, next)
      if (required) return at % RUN === RUN - 1 ? named('members', withIt) : withIt
      return named('members', choice(withIt, without))
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
