import type { GrammarPart, Rule } from './part.ts'
import { emptyParts } from './possible.ts'
import { childrenOf, occurrences } from './walk.ts'

/** A rule that can begin with itself, which no reader from left to right comes to the end of; `null`: there is none. */
export function leftRecursion(root: GrammarPart): Rule | null {
  const empty = emptyParts(root)
  const state = new Map<GrammarPart, 'open' | 'done'>()
  const todo: { readonly part: GrammarPart; readonly leaving: boolean }[] = [{ part: root, leaving: false }]
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { part, leaving } = next
    if (leaving) {
      state.set(part, 'done')
      continue
    }
    const known = state.get(part)
    if (known === 'open' && part.kind === 'rule') return part
    if (known !== undefined) continue
    state.set(part, 'open')
    todo.push({ part, leaving: true })
    for (const one of beginnings(part, empty)) todo.push({ part: one, leaving: false })
  }
  return null
}

/** How many ways there are down to what the grammar may begin with: llama.cpp's own search walks them all. */
export function beginningWays(root: GrammarPart): number {
  const empty = emptyParts(root)
  const ways = new Map<GrammarPart, number>()
  const todo: { readonly part: GrammarPart; readonly leaving: boolean }[] = []
  for (const part of occurrences(root).keys()) todo.push({ part, leaving: false })
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { part, leaving } = next
    const firsts = beginnings(part, empty)
    if (leaving) ways.set(part, 1 + firsts.reduce((sum, one) => sum + (ways.get(one) ?? 0), 0))
    else if (!ways.has(part)) {
      ways.set(part, 0)
      todo.push({ part, leaving: true })
      for (const one of firsts) todo.push({ part: one, leaving: false })
    }
  }
  return [...ways.values()].reduce((most, each) => Math.max(most, each), 0)
}

/** The parts that a text of this part may begin with. */
function beginnings(part: GrammarPart, empty: ReadonlySet<GrammarPart>): readonly GrammarPart[] {
  if (part.kind !== 'sequence') return childrenOf(part)
  const solid = part.parts.findIndex((one) => !empty.has(one))
  return solid < 0 ? part.parts : part.parts.slice(0, solid + 1)
}
