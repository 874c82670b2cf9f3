import { basename } from 'node:path'
import { TrivetError } from '../../../../core/errors.ts'
import { AbortFlag } from '../../../native/abort-flag.ts'
import { type Lease, type LeaseBounds, Leases } from '../leases.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import { Context, type ContextSize } from '../native/context.ts'
import { kvBytesPerToken } from '../native/kv-memory.ts'
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
  /** What stays of those that requests name. */
  readonly bounds: LeaseBounds
  /** Told whenever it changes what those take together. */
  readonly onBytes: (bytes: number) => void
}

/** The draft models of one model: the one it was loaded with, if any, and those that requests name, each loaded once. */
export class Drafts {
  readonly #setting: DraftSetting
  readonly #named: Leases<DraftModel>
  readonly #never = new AbortFlag()
  #usual: { readonly path: string; readonly draft: DraftModel } | null = null

  constructor(setting: DraftSetting) {
    this.#setting = setting
    const kind = {
      open: (path: string) => this.#load(path),
      bytesOf: ({ bytes }: DraftModel) => bytes,
      free: (draft: DraftModel) => draft.free(),
    }
    this.#named = new Leases(kind, setting.bounds, setting.onBytes)
  }

  /** Loads the one that stays. Rejects as `take` does. */
  async keep(path: string): Promise<void> {
    this.#usual = { path, draft: await this.#load(path) }
  }

  /** Rejects with `invalid_value` about a file that can't be used. */
  async take(path: string): Promise<Lease<DraftModel>> {
    if (this.#usual?.path === path) return { thing: this.#usual.draft, release() {} }
    return this.#named.take(path)
  }

  async free(): Promise<void> {
    await this.#named.freeAll()
    this.#usual?.draft.free()
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
      const cacheBytes = (kvBytesPerToken(api, model, size.kvType) ?? 0) * size.cells
      if (cacheBytes > process.availableMemory()) throw refusal(path, 'there is no room for its KV cache')
      const context = await Context.create(api, model, size, this.#never, threadpool)
      return new DraftModel({
        api,
        model,
        context,
        bytes: Number(api.llama_model_size(model)) + cacheBytes,
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
