import { commonLength, Lane } from './lane.ts'

/** A cached beginning of a prompt: the lane that holds it, and its length in tokens. */
export interface Prefix {
  readonly lane: Lane
  readonly length: number
}

/**
 * All lanes of a context. A lookup compares the prompt with each of them: with at most 256 lanes, most of which
 * differ in the first few tokens, that is cheaper than keeping a tree of prefixes true.
 */
export class Lanes {
  readonly #lanes: readonly Lane[]
  #uses = 0

  constructor(count: number) {
    this.#lanes = Array.from({ length: count }, (_, id) => new Lane(id))
  }

  /**
   * The longest beginning of `prompt` that a lane holds; lanes of running requests count too.
   * @param usable how much of a common beginning may be taken over
   */
  longestPrefix(prompt: ArrayLike<number>, usable: (length: number, lane: Lane) => number): Prefix | null {
    let best: Prefix | null = null
    for (const lane of this.#lanes) {
      const length = usable(commonLength(lane.tokens, prompt), lane)
      if (length > (best?.length ?? 0)) best = { lane, length }
    }
    return best
  }

  /**
   * A lane nobody owns, as near as can be to those that are owned, since llama.cpp computes only neighbours together: of
   * the nearest an empty one, else the one unused for longest. `null` when all are owned.
   */
  vacant(): Lane | null {
    const idle = this.#lanes.filter((lane) => lane.owner === null)
    const narrowest = Math.min(...idle.map((lane) => this.span(lane)))
    const nearest = idle.filter((lane) => this.span(lane) === narrowest)
    return nearest.find((lane) => lane.tokens.length === 0) ?? oldest(nearest)
  }

  /** How far the first and the last of the lanes that are owned would lie apart with this one. */
  span({ id }: Lane): number {
    const owned = this.#lanes.filter((lane) => lane.owner !== null).map((lane) => lane.id)
    return Math.max(id, ...owned) - Math.min(id, ...owned)
  }

  /** Idle lanes whose tokens are all there a second time, in `lane` or the other way round. */
  redundant(lane: Lane): Lane[] {
    const others = this.#lanes.filter((other) => other !== lane && other.owner === null && other.key === lane.key)
    const within = (inner: Lane, outer: Lane) => commonLength(inner.tokens, outer.tokens) === inner.tokens.length
    return others.some((other) => within(lane, other)) ? [lane] : others.filter((other) => within(other, lane))
  }

  /** The lanes with ids from `first` to `last`. */
  between(first: number, last: number): readonly Lane[] {
    return this.#lanes.filter(({ id }) => id >= first && id <= last)
  }

  /** Marks a lane as used just now. */
  touch(lane: Lane): void {
    this.#uses += 1
    lane.lastUsed = this.#uses
  }
}

function oldest(lanes: readonly Lane[]): Lane | null {
  return lanes.reduce<Lane | null>((old, lane) => (old === null || lane.lastUsed < old.lastUsed ? lane : old), null)
}
