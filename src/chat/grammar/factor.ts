import { type GrammarPart, IMPOSSIBLE, literal, NOTHING_MORE, sequence } from './part.ts'

/**
 * A choice in which no two alternatives begin with the same literal text or the same part: what they share is taken
 * out in front. llama.cpp follows every alternative that is still possible on a stack of its own, and a recursive
 * schema whose alternatives begin alike would double the stacks at every level.
 */
export function alternatives(parts: readonly GrammarPart[]): GrammarPart {
  const groups = new Map<GrammarPart | string, GrammarPart[]>()
  for (const part of parts.flatMap((one) => (one.kind === 'choice' ? one.parts : [one]))) {
    const key = beginning(part)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [part])
    else if (!group.includes(part)) group.push(part)
  }
  const distinct = [...groups.values()].map(factored)
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
  const head = first.kind === 'literal' ? literal(commonPrefix(group.map(firstText))) : first
  return sequence(head, alternatives(group.map((part) => without(part, head))))
}

function firstText(part: GrammarPart): string {
  const first = firstOf(part)
  return first.kind === 'literal' ? first.text : ''
}

/** The longest text of whole code points that all begin with. */
function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let prefix = ''
  for (const character of first) {
    if (!others.every((text) => text.startsWith(prefix + character))) break
    prefix += character
  }
  return prefix
}

/** The rest of a part that begins with `head`. */
function without(part: GrammarPart, head: GrammarPart): GrammarPart {
  const rest = part.kind === 'sequence' ? part.parts.slice(1) : []
  if (head.kind !== 'literal') return sequence(...rest)
  return sequence(literal(firstText(part).slice(head.text.length)), ...rest)
}
