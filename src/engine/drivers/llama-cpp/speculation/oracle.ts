import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask } from '../../../../core/task.ts'
import { type DraftSetting, Drafts } from './drafts.ts'
import { Foresight } from './foresight.ts'
import { Guessers } from './guessers.ts'

/** All that guesses for the answers of one model. */
export class Oracle {
  readonly #drafts: Drafts
  readonly #guessers = new Guessers()

  constructor(setting: DraftSetting) {
    this.#drafts = new Drafts(setting)
  }

  /** Who guesses for this task: `null` when it doesn't want that. Rejects with `invalid_value` about its draft model. */
  async foresee({ speculation }: GenerateTask, prompt: ArrayLike<number>): Promise<Foresight | null> {
    if (speculation === undefined) return null
    const guesser = this.#guessers.create(speculation)
    if (guesser !== null) return new Foresight(speculation, prompt, { guesser, draft: null })
    if (speculation.draftModel === undefined) {
      const reason = 'Speculation by `draft-simple` needs a draft model: name one, or load the model with one.'
      throw new TrivetError('invalid_value', { reason }, 'spec_draft_model')
    }
    const draft = await this.#drafts.open(speculation.draftModel)
    return new Foresight(speculation, prompt, { guesser, draft })
  }

  free(): Promise<void> {
    return this.#drafts.free()
  }
}
