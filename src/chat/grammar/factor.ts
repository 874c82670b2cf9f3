import { type GrammarPart, IMPOSSIBLE, inOrder, literal, NOTHING_MORE, sequence } from './part.ts'

/**
 * A choice in which no two alternatives begin with the same literal text or the same part: what they share is taken
 * out in front. llama.cpp follows every alternative that is still possible on a stack of its own, and a recursive
 * schema whose alternatives begin alike would double the stacks at every level.
 */
export function alternatives(parts: readonly GrammarPart[]): GrammarPart {
  const groups = new Map<GrammarPart | string, Set<GrammarPart>>()
  for (const part of parts.flatMap((one) => (one.kind === 'choice' ? one.parts : [one]))) {
    const key = beginning(part)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, new Set([part]))
    else group.add(part)
  }
  const distinct = Array.from(groups.values(), (group) => factored([...group]))
  if (distinct.length === 0) return IMPOSSIBLE
  return distinct.length === 1 && distinct[0] ? distinct[0] : { kind: 'choice', parts: distinct }
}

/** What tells groups apart: the first character of a literal, or the first part itself. */
function beginning(part: GrammarPart): GrammarPart | string {
  const first = firstOf(part)
  return first.kind === 'literal' ? String.fromCodePoint(first.text.codePointAt(0) ?? 0) : first
}

function firstOf(part: GrammarPart): GrammarPart {
  return part.kind === 'sequence' ? (part.parts[0] ?? NOTHING_MORE) : part
}

/** Parts that begin alike, as one. */
function factored(group: readonly GrammarPart[]): GrammarPart {
  const [only] = group
  if (group.length === 1 && only) return only
  const first = only ? firstOf(only) : NOTHING_MORE
  if (first === NOTHING_MORE) return NOTHING_MORE
  if (first.kind === 'literal') {
    const prefix = commonPrefix(group.map(firstText))
    return sequence(literal(prefix), alternatives(group.map((part) => withoutText(part, prefix.length))))
  }
  const shared = commonParts(group.map(partsOf))
  const rests = group.map((part) => inOrder(partsOf(part).slice(shared.length)))
  return inOrder([...shared, alternatives(rests)])
}

function partsOf(part: GrammarPart): readonly GrammarPart[] {
  return part.kind === 'sequence' ? part.parts : [part]
}

/** The parts that all begin with. */
function commonParts([first = [], ...others]: readonly (readonly GrammarPart[])[]): readonly GrammarPart[] {
  const end = first.findIndex((part, at) => others.some((parts) => parts[at] !== part))
  return end < 0 ? first : first.slice(0, end)
}

function firstText(part: GrammarPart): string {
  const first = firstOf(part)
  return first.kind === 'literal' ? first.text : ''
}

/** The longest text of whole code points that all begin with. */
function commonPrefix([first = '', ...others]: readonly string[]): string {
  let end = first.length
  for (const text of others) {
    let same = 0
    while (same < end && text.charCodeAt(same) === first.charCodeAt(same)) same++
    end = same
  }
  const halved = (first.codePointAt(end - 1) ?? 0) > 0xffff
  return first.slice(0, halved ? end - 1 : end)
}

/** The rest of a part that begins with so much of a literal. */
function withoutText(part: GrammarPart, length: number): GrammarPart {
  return inOrder([literal(firstText(part).slice(length)), ...partsOf(part).slice(1)])
}
