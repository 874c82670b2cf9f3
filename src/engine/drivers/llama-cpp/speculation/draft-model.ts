import { commonLength } from '../loop/lane.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import { Batch } from '../native/batch.ts'
import type { Context } from '../native/context.ts'
import type { Draft, DraftWish } from './drafter.ts'
import { Likeliest } from './likeliest.ts'

export interface DraftParts {
  readonly api: LlamaApi
  readonly model: Pointer
  readonly context: Context
  readonly bytes: number
  readonly vocabularySize: number
  readonly lanes: number
  /** Tokens of one lane. */
  readonly laneTokens: number
  /** Rows of one decode, and so the most of a prompt that is read in one turn. */
  readonly batchRows: number
}

/** A small model that says quickly how answers are likely to go on: it runs ahead of the large one, in lanes of its own. */
export class DraftModel implements Draft {
  readonly kind = 'draft-simple'
  readonly head = null
  /** Its weights and its cache. */
  readonly bytes: number
  readonly #parts: DraftParts
  readonly #batch: Batch
  readonly #likeliest: Likeliest
  /** What each lane's cells hold. */
  readonly #held: readonly number[][]

  constructor(parts: DraftParts) {
    this.#parts = parts
    this.bytes = parts.bytes
    this.#batch = new Batch(parts.batchRows)
    this.#held = Array.from({ length: parts.lanes }, () => [])
    this.#likeliest = new Likeliest(parts.api, parts.vocabularySize)
  }

  /**
   * The likeliest next tokens of each answer, in the order of the wishes. An answer whose text this model hasn't read
   * yet gets none while it catches up, a batch a turn, so that nobody waits for it.
   */
  async guess(wishes: readonly DraftWish[]): Promise<readonly (readonly number[])[]> {
    const guesses = wishes.map((): number[] => [])
    const texts = wishes.map(({ history }) => [...history])
    let open = this.#readable(wishes)
    while (open.length > 0) {
      const rows = this.#fill(
        open.map((index) => ({ lane: (wishes[index] as DraftWish).lane, text: texts[index] as number[] })),
      )
      if ((await this.#parts.context.decode(this.#batch)) !== 'done') {
        for (const { lane } of wishes) this.#cut(lane, 0)
        return wishes.map(() => [])
      }
      open = open.filter((index, at) => {
        const { most, minProbability } = wishes[index] as DraftWish
        const row = rows[at]
        // Not at the end of its text yet: more of it next turn.
        if (row === undefined || row === null) return false
        const token = this.#likeliest.after(this.#parts.context, row, minProbability)
        if (token === null) return false
        guesses[index]?.push(token)
        texts[index]?.push(token)
        return (guesses[index] as number[]).length < most
      })
    }
    return guesses
  }

  free(): void {
    const { api, context, model } = this.#parts
    this.#likeliest.free()
    context.free()
    this.#batch.free()
    api.llama_model_free(model)
  }

  /** Indices of the wishes whose texts fit, with room for the guess. */
  #readable(wishes: readonly DraftWish[]): number[] {
    return [...wishes.keys()].filter((index) => {
      const { history, most } = wishes[index] as DraftWish
      return history.length + most <= this.#parts.laneTokens
    })
  }

  /**
   * Puts into the batch what the lanes don't hold yet of these texts, as far as there is room.
   * @returns the row of each text's last token; `null` where it isn't reached
   */
  #fill(texts: readonly { lane: number; text: readonly number[] }[]): readonly (number | null)[] {
    this.#batch.clear()
    let room = this.#parts.batchRows
    const rows = texts.map(() => null as number | null)
    const byLane = [...texts.entries()].toSorted(([, a], [, b]) => a.lane - b.lane)
    for (const [index, { lane, text }] of byLane) {
      const held = this.#held[lane] as number[]
      // The last token is computed again in any case: its logits are wanted.
      this.#cut(lane, Math.min(commonLength(held, text), text.length - 1))
      const end = Math.min(text.length, held.length + room)
      room -= end - held.length
      for (let at = held.length; at < end; at++) {
        const row = this.#batch.add(text[at] as number, at, lane, at === text.length - 1)
        if (at === text.length - 1) rows[index] = row
        held.push(text[at] as number)
      }
    }
    return rows
  }

  #cut(lane: number, length: number): void {
    const held = this.#held[lane] as number[]
    if (length >= held.length) return
    this.#parts.context.cut(lane, length)
    held.length = length
  }
}
