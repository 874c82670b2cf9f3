import type { Reading } from '../loop/reading.ts'
import type { Sequence } from '../loop/sequence.ts'
import type { Step } from '../loop/step.ts'
import type { Heads } from './heads.ts'

/** Lets heads hear of what is computed of the answers that they guess for. */
export class Listener {
  readonly #heads: Heads
  /** Where the answers of the step ended before it. */
  #ends: ReadonlyMap<Sequence, number> = new Map()

  constructor(heads: Heads) {
    this.#heads = heads
  }

  /** Before a step is computed: has the rows kept that are wanted of it. */
  prepare({ sequences, slices }: Step): void {
    const heard = sequences.filter(({ head }) => head !== null)
    this.#ends = new Map(heard.map((sequence) => [sequence, sequence.lane?.tokens.length ?? 0]))
    for (const head of this.#heads.all) {
      const reads = slices.some(({ reading }) => reading.head === head)
      const follows = heard.some((sequence) => sequence.head === head)
      head.heard.keep(reads ? 'all' : follows ? 'wanted' : 'none')
    }
  }

  /**
   * Once what it has come to is in the lanes.
   * @param rows each reading's first row
   */
  async hear({ slices }: Step, rows: ReadonlyMap<Reading, number>): Promise<void> {
    for (const [sequence, start] of this.#ends) {
      const { head, lane, foresight } = sequence
      // Also of an answer that is over: what goes on from it begins there.
      if (head === null || lane === null || foresight === null) continue
      await head.follow(lane.id, foresight.history, start, lane.tokens.length, rows.get(sequence) ?? 0)
    }
    for (const { reading, start, end } of slices) {
      const { head, lane, prompt } = reading
      if (head !== null && lane !== null) await head.read(lane.id, prompt, start, end)
    }
  }
}
