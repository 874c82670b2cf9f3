import { basename } from 'node:path'
import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask, Speculation } from '../../../../core/task.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { type DraftSetting, Drafts } from './drafts.ts'
import { Foresight } from './foresight.ts'
import { Guessers } from './guessers.ts'
import type { Head } from './head.ts'
import { Heads } from './heads.ts'
import type { HeadOrWhyNot } from './open-head.ts'
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
  readonly #head: HeadOrWhyNot
  /** Who has to hear of answers. */
  readonly heads = new Heads()

  /**
   * @param usualDraft file of the draft model for answers that name none, if there is one
   * @param head the model's own MTP layers
   */
  constructor(setting: DraftSetting, usualDraft: string | null, head: HeadOrWhyNot) {
    this.#head = head
    if (head.head !== null) this.heads.add(head.head)
    this.#drafts = new Drafts(setting, this.heads)
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
      return new Foresight(FOLLOWING, prompt, { guesser })
    }
    const speculation = this.#wishOf(task)
    if (speculation === null) return null
    const { kind } = speculation
    if (kind === 'draft-mtp') return new Foresight(speculation, prompt, { head: this.#requireHead() })
    if (kind !== 'draft-simple' && kind !== 'draft-eagle3') {
      return new Foresight(speculation, prompt, { guesser: this.#guessers.create(kind, speculation) })
    }
    const draftModel = speculation.draftModel ?? this.#usualDraft
    if (draftModel === null) {
      const reason = `Speculation by \`${kind}\` needs a draft model: name one, or load the model with one.`
      throw new TrivetError('invalid_value', { reason }, 'spec_draft_model')
    }
    const draft = await this.#drafts.take(draftModel)
    if (draft.thing.kind !== kind) {
      draft.release()
      const reason = `${basename(draftModel)} drafts by \`${draft.thing.kind}\`, not by \`${kind}\`.`
      throw new TrivetError('invalid_value', { reason }, 'spec_type')
    }
    return new Foresight(speculation, prompt, { draft })
  }

  #wishOf({ speculation }: GenerateTask): Speculation | null {
    if (speculation !== undefined) return speculation
    const kind = this.#drafts.usualKind
    return kind === null ? null : { kind, ...USUAL_GUESS }
  }

  #requireHead(): Head {
    if (this.#head.head !== null) return this.#head.head
    const reason = `Speculation by \`draft-mtp\` is not possible with this model: ${this.#head.obstacle}.`
    throw new TrivetError('invalid_value', { reason }, 'spec_type')
  }

  async free(): Promise<void> {
    await this.#drafts.free()
    this.#head.head?.free()
  }
}
