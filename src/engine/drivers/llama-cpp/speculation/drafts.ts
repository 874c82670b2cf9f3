import { basename } from 'node:path'
import { TrivetError } from '../../../../core/errors.ts'
import { AbortFlag } from '../../../native/abort-flag.ts'
import { EAGLE } from '../head-architectures.ts'
import { type Lease, type LeaseBounds, Leases } from '../leases.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import { Context, type ContextSize } from '../native/context.ts'
import type { HiddenApi } from '../native/hidden-api.ts'
import { kvBytesPerToken } from '../native/kv-memory.ts'
import { keepsState, loadModel, type ModelPlacement, metadata } from '../native/model.ts'
import { Vocabulary } from '../native/vocabulary.ts'
import { DraftModel } from './draft-model.ts'
import type { Draft } from './drafter.ts'
import { EAGLE_ROWS, EagleDraft, eagleLayers } from './eagle.ts'
import type { Heads } from './heads.ts'
import { vocabularyMisfit } from './same-vocabulary.ts'

export interface DraftSetting {
  readonly api: LlamaApi
  /** `null`: EAGLE-3 drafts can't be told anything in this build. */
  readonly hidden: HiddenApi | null
  /** The model that checks the guesses, and its vocabulary and context. */
  readonly model: Pointer
  readonly vocabulary: Vocabulary
  readonly context: Context
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
  readonly #named: Leases<Draft>
  readonly #heads: Heads
  readonly #never = new AbortFlag()
  #usual: { readonly path: string; readonly draft: Draft } | null = null

  /** @param heads those of the model, where drafts that have to hear of answers come and go */
  constructor(setting: DraftSetting, heads: Heads) {
    this.#setting = setting
    this.#heads = heads
    const kind = {
      open: (path: string) => this.#load(path),
      bytesOf: ({ bytes }: Draft) => bytes,
      free: (draft: Draft) => draft.free(),
    }
    this.#named = new Leases(kind, setting.bounds, setting.onBytes)
  }

  /** Loads the one that stays. Rejects as `take` does. */
  async keep(path: string): Promise<void> {
    this.#usual = { path, draft: await this.#load(path) }
  }

  /** Rejects with `invalid_value` about a file that can't be used. */
  async take(path: string): Promise<Lease<Draft>> {
    if (this.#usual?.path === path) return { thing: this.#usual.draft, release() {} }
    return this.#named.take(path)
  }

  /** How the one that stays guesses; `null`: there is none. */
  get usualKind(): Draft['kind'] | null {
    return this.#usual?.draft.kind ?? null
  }

  async free(): Promise<void> {
    await this.#named.freeAll()
    this.#usual?.draft.free()
  }

  async #load(path: string): Promise<Draft> {
    const { api, placement, size, threadpool } = this.#setting
    const model = await loadModel(api, path, placement, () => {})
    if (model === null) throw refusal(path, "llama.cpp can't load it; its log says why")
    try {
      const vocabulary = new Vocabulary(api, model)
      const misfit = this.#unfit(model) ?? vocabularyMisfit(this.#setting.vocabulary, vocabulary)
      if (misfit !== null) throw refusal(path, misfit)
      const cacheBytes = (kvBytesPerToken(api, model, size.kvType) ?? 0) * size.cells
      if (cacheBytes > process.availableMemory()) throw refusal(path, 'there is no room for its KV cache')
      const bytes = Number(api.llama_model_size(model)) + cacheBytes
      if (metadata(api, model, 'general.architecture') === EAGLE) {
        const layers = eagleLayers(this.#setting, model)
        if (typeof layers === 'string') throw refusal(path, layers)
        const wish = { ...size, batchRows: EAGLE_ROWS, beside: this.#setting.context.handle }
        const context = await Context.create(api, model, wish, this.#never, threadpool)
        const own = { draft: model, draftContext: context, draftVocabulary: vocabulary, bytes }
        return new EagleDraft({ ...this.#setting, ...own }, layers, this.#heads)
      }
      const context = await Context.create(api, model, size, this.#never, threadpool)
      return new DraftModel({
        api,
        model,
        context,
        bytes,
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

  /** Why a model is no draft, whatever it is to draft for. */
  #unfit(model: Pointer): string | null {
    const { api, hidden } = this.#setting
    if (keepsState(api, model)) return 'it keeps a state that can not be taken back a token'
    const architecture = metadata(api, model, 'general.architecture')
    if (api.llama_model_has_encoder(model) && architecture !== EAGLE) {
      return `models of the architecture ${architecture} can't draft here`
    }
    const hasHead = metadata(api, model, `${architecture}.nextn_predict_layers`) !== ''
    return hasHead && hidden?.tensor(model, 'blk.0.attn_norm.weight') === null
      ? 'its file holds MTP layers alone'
      : null
  }
}

function refusal(path: string, reason: string): TrivetError {
  return new TrivetError(
    'invalid_value',
    { reason: `${basename(path)} can't draft for this model: ${reason}.` },
    'spec_draft_model',
  )
}
