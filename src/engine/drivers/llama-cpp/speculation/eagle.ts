import { EAGLE, tellsLayerInputs } from '../head-architectures.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import type { Context } from '../native/context.ts'
import { FeatureBatch } from '../native/feature-batch.ts'
import type { HiddenApi } from '../native/hidden-api.ts'
import { HiddenBatch } from '../native/hidden-batch.ts'
import { HiddenRows } from '../native/hidden-rows.ts'
import { LayerInputs } from '../native/layer-inputs.ts'
import { copyInt32 } from '../native/memory.ts'
import { metadata } from '../native/model.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import type { Draft, DraftWish } from './drafter.ts'
import { FusedInputs } from './fused-inputs.ts'
import { Head } from './head.ts'
import type { Heads } from './heads.ts'
import { Likeliest } from './likeliest.ts'

/** Rows of one call: all of them come to logits, whether those are wanted or not. */
export const EAGLE_ROWS = 64

/** The model that is guessed for. */
export interface EagleSetting {
  readonly api: LlamaApi
  readonly hidden: HiddenApi | null
  readonly model: Pointer
  readonly context: Context
}

/** How an EAGLE-3 draft is tied to it. */
export interface EagleLayers {
  readonly hidden: HiddenApi
  /** Those of the model whose inputs it reads. */
  readonly layers: readonly number[]
  /** Numbers of one such input. */
  readonly width: number
}

/** The layers that an EAGLE-3 draft reads, or the end of the sentence that says why it can't. */
export function eagleLayers({ api, hidden, model }: EagleSetting, draft: Pointer): EagleLayers | string {
  if (hidden === null) return 'this build of llama.cpp exports no functions for EAGLE-3 that are known here'
  const architecture = metadata(api, model, 'general.architecture')
  if (!tellsLayerInputs(architecture)) {
    return `llama.cpp tells EAGLE-3 drafts nothing of models of the architecture ${architecture}`
  }
  const width = api.llama_model_n_embd(model)
  const made = Number(metadata(api, draft, `${EAGLE}.target_hidden_size`))
  if (made !== width) return `it is made for a model ${made} wide, and this one is ${width}`
  const layers = [...copyInt32(hidden.targetLayers(draft), hidden.targetLayerCount(draft))]
  const count = api.llama_model_n_layer(model)
  const beyond = layers.find((layer) => layer < 0 || layer >= count)
  if (beyond !== undefined) return `it reads the input of layer ${beyond}, and the model has ${count}`
  return { hidden, layers, width }
}

export interface EagleParts extends EagleSetting {
  readonly draft: Pointer
  readonly draftContext: Context
  readonly draftVocabulary: Vocabulary
  /** Its weights and its cache. */
  readonly bytes: number
}

/** A draft that goes on from what some layers of the model were given, one token behind (EAGLE-3). */
export class EagleDraft implements Draft {
  readonly kind = 'draft-eagle3'
  readonly head: Head
  readonly bytes: number
  readonly #parts: EagleParts
  readonly #features: FeatureBatch
  readonly #heads: Heads

  /** @param heads among which it is as long as it is loaded */
  constructor(parts: EagleParts, { hidden, layers, width }: EagleLayers, heads: Heads) {
    const { api, context, draft, draftContext, draftVocabulary } = parts
    const inputs = new LayerInputs(hidden, context.handle, layers, width)
    const own = new HiddenRows(hidden, draftContext.handle, api.llama_model_n_embd_out(draft))
    this.#parts = parts
    this.#heads = heads
    this.#features = new FeatureBatch(EAGLE_ROWS, inputs.width)
    this.bytes = parts.bytes + this.#features.features.byteLength
    this.head = new Head({
      context: draftContext,
      batch: new HiddenBatch(EAGLE_ROWS, own.width),
      likeliest: new Likeliest(api, draftVocabulary.size),
      heard: new FusedInputs(inputs, draftContext, this.#features, own),
      own,
      lag: 1,
    })
    heads.add(this.head)
  }

  guess(wishes: readonly DraftWish[]): Promise<readonly (readonly number[])[]> {
    return this.head.guess(wishes)
  }

  free(): void {
    this.#heads.remove(this.head)
    this.head.free()
    this.#features.free()
    this.#parts.api.llama_model_free(this.#parts.draft)
  }
}
