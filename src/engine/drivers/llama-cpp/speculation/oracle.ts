import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask, Speculation } from '../../../../core/task.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { type DraftSetting, Drafts } from './drafts.ts'
import { Foresight } from './foresight.ts'
import { Guessers } from './guessers.ts'
import { PredictedText } from './predicted-text.ts'

/** Three tokens are right often enough to pay with most pairs of models; a long guess is mostly wrong at its end. */
const USUAL_GUESS = { maxTokens: 3, minTokens: 0, minProbability: 0 }

/** Who follows a text is right for long stretches. */
const FOLLOWING: Speculation = { kind: 'ngram-simple', maxTokens: 16, minTokens: 0, minProbability: 0 }

/** All that guesses for the answers of one model. */
export class Oracle {
  readonly #drafts: Drafts
  readonly #guessers = new Guessers()
  readonly #usualDraft: string | null
  readonly #vocabulary: Vocabulary

  /** @param usualDraft file of the draft model for answers that name none, if there is one */
  constructor(setting: DraftSetting, usualDraft: string | null) {
    this.#drafts = new Drafts(setting)
    this.#usualDraft = usualDraft
    this.#vocabulary = setting.vocabulary
  }

  /** Loads the usual draft model, so that a bad one is known at once. Rejects with `invalid_value`. */
  async ready(): Promise<void> {
    if (this.#usualDraft !== null) await this.#drafts.keep(this.#usualDraft)
  }

  /** Who guesses for this task: `null` when nobody shall. Rejects with `invalid_value` about its draft model. */
  async foresee(task: GenerateTask, prompt: ArrayLike<number>): Promise<Foresight | null> {
    if (task.prediction !== undefined) {
      const guesser = new PredictedText(await this.#vocabulary.tokenize(task.prediction, false, false))
      return new Foresight(FOLLOWING, prompt, { guesser, draft: null })
    }
    const speculation = this.#wishOf(task)
    if (speculation === null) return null
    const guesser = this.#guessers.create(speculation)
    if (guesser !== null) return new Foresight(speculation, prompt, { guesser, draft: null })
    const draftModel = speculation.draftModel ?? this.#usualDraft
    if (draftModel === null) {
      const reason = 'Speculation by `draft-simple` needs a draft model: name one, or load the model with one.'
      throw new TrivetError('invalid_value', { reason }, 'spec_draft_model')
    }
    const draft = await this.#drafts.take(draftModel)
    return new Foresight(speculation, prompt, { guesser, draft })
  }

  #wishOf({ speculation }: GenerateTask): Speculation | null {
    if (speculation !== undefined) return speculation
    return this.#usualDraft === null ? null : { kind: 'draft-simple', ...USUAL_GUESS }
  }

  free(): Promise<void> {
    return this.#drafts.free()
  }
}
