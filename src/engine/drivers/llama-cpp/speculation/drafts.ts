import { basename } from 'node:path'
import { TrivetError } from '../../../../core/errors.ts'
import { AbortFlag } from '../native/abort-flag.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import { Context, type ContextSize } from '../native/context.ts'
import { keepsState, loadModel, type ModelPlacement } from '../native/model.ts'
import { Vocabulary } from '../native/vocabulary.ts'
import { DraftModel } from './draft-model.ts'
import { vocabularyMisfit } from './same-vocabulary.ts'

export interface DraftSetting {
  readonly api: LlamaApi
  /** Of the model that checks the guesses. */
  readonly vocabulary: Vocabulary
  readonly placement: ModelPlacement
  /** As the checking model's: a draft follows it lane by lane. */
  readonly size: ContextSize
  readonly threadpool: Pointer
}

/** The draft models that requests to one model have named, each loaded once. */
export class Drafts {
  readonly #setting: DraftSetting
  readonly #open = new Map<string, Promise<DraftModel>>()

  constructor(setting: DraftSetting) {
    this.#setting = setting
  }

  /** Rejects with `invalid_value` about a file that can't be used. */
  open(path: string): Promise<DraftModel> {
    const known = this.#open.get(path)
    if (known) return known
    const opening = this.#load(path)
    this.#open.set(path, opening)
    // What was wrong may have been put right by the next request.
    opening.catch(() => this.#open.delete(path))
    return opening
  }

  async free(): Promise<void> {
    for (const draft of await Promise.allSettled(this.#open.values())) {
      if (draft.status === 'fulfilled') draft.value.free()
    }
  }

  async #load(path: string): Promise<DraftModel> {
    const { api, placement, size, threadpool } = this.#setting
    const model = await loadModel(api, path, placement, () => {})
    if (model === null) throw refusal(path, "llama.cpp can't load it; its log says why")
    try {
      const vocabulary = new Vocabulary(api, model)
      const misfit = keepsState(api, model)
        ? 'it keeps a state that can not be taken back a token'
        : vocabularyMisfit(this.#setting.vocabulary, vocabulary)
      if (misfit !== null) throw refusal(path, misfit)
      const context = await Context.create(api, model, size, new AbortFlag(), threadpool)
      return new DraftModel({
        api,
        model,
        context,
        vocabularySize: vocabulary.size,
        lanes: size.sequences,
        laneTokens: Math.floor(size.cells / size.sequences),
        batchRows: size.batchRows,
      })
    } catch (error) {
      api.llama_model_free(model)
      throw error instanceof TrivetError ? error : refusal(path, String(error))
    }
  }
}

function refusal(path: string, reason: string): TrivetError {
  return new TrivetError(
    'invalid_value',
    { reason: `${basename(path)} can't draft for this model: ${reason}.` },
    'spec_draft_model',
  )
}
