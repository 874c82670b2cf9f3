import type { Turn } from '../api/chats.ts'

/** The turns from the first to this one. */
export function pathTo(turns: readonly Turn[], leaf: string | null): readonly Turn[] {
  const byId = new Map(turns.map((turn) => [turn.id, turn]))
  const path: Turn[] = []
  // A turn that were its own ancestor would have no end.
  for (
    let turn = byId.get(leaf ?? '');
    turn !== undefined && !path.includes(turn);
    turn = byId.get(turn.parent ?? '')
  ) {
    path.unshift(turn)
  }
  return path
}

/** The turns beside this one, itself included: other ways on from the same place. */
export function siblingsOf(turns: readonly Turn[], { parent, role }: Turn): readonly Turn[] {
  return turns.filter((turn) => turn.parent === parent && turn.role === role)
}

/** Where the latest branch through this turn ends. */
export function latestLeaf(turns: readonly Turn[], from: string): string {
  const next = turns.findLast(({ parent }) => parent === from)
  return next === undefined ? from : latestLeaf(turns, next.id)
}

/** The turn to show first: the one that the conversation was left at, else the latest. */
export function leafOf(turns: readonly Turn[], wish: string | null): string | null {
  if (wish !== null && turns.some(({ id }) => id === wish)) return latestLeaf(turns, wish)
  return turns.at(-1)?.id ?? null
}

/** A turn in place of its older state, or after all others. */
export function withTurn(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  const known = turns.some(({ id }) => id === turn.id)
  return known ? turns.map((each) => (each.id === turn.id ? turn : each)) : [...turns, turn]
}
