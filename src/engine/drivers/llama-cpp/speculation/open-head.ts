import { AbortFlag } from '../../../native/abort-flag.ts'
import { headTensors } from '../head-architectures.ts'
import type { LlamaApi, Pointer } from '../native/api.ts'
import { Context, type ContextSize } from '../native/context.ts'
import { HiddenBatch } from '../native/hidden-batch.ts'
import { HiddenRows } from '../native/hidden-rows.ts'
import type { Vocabulary } from '../native/vocabulary.ts'
import { Head } from './head.ts'
import type { HeadLayers } from './head-layers.ts'
import { Likeliest } from './likeliest.ts'

/** A model's MTP layers at work, or the end of the sentence that says why they aren't. */
export type HeadOrWhyNot =
  | { readonly head: Head; readonly obstacle: null }
  | { readonly head: null; readonly obstacle: string }

/** The loaded model that they belong to. */
export interface HeadSetting {
  readonly api: LlamaApi
  readonly model: Pointer
  readonly vocabulary: Vocabulary
  readonly context: Context
  /** As the model's own: its head follows it lane by lane. */
  readonly size: ContextSize
  readonly threadpool: Pointer
}

/** Puts a model's MTP layers to work, if it has any. A model is of use without: nothing here rejects. */
export async function openHead(layers: HeadLayers, setting: HeadSetting): Promise<HeadOrWhyNot> {
  if (layers.obstacle !== null) return { head: null, obstacle: layers.obstacle }
  const { api, model, vocabulary, size, threadpool } = setting
  const { hidden, architecture } = layers
  const names = headTensors(architecture, api.llama_model_n_layer(model))
  const missing = names.find((name) => hidden.tensor(model, name) === null)
  if (missing !== undefined) {
    return { head: null, obstacle: `its file names MTP layers, but lacks their tensor ${missing}` }
  }
  try {
    const context = await Context.create(api, model, { ...size, head: true }, new AbortFlag(), threadpool)
    const width = api.llama_model_n_embd_out(model)
    const head = new Head({
      context,
      batch: new HiddenBatch(size.batchRows, width),
      likeliest: new Likeliest(api, vocabulary.size),
      heard: new HiddenRows(hidden, setting.context.handle, width),
      own: new HiddenRows(hidden, context.handle, width),
      lag: 0,
    })
    return { head, obstacle: null }
  } catch {
    return { head: null, obstacle: "llama.cpp can't make a context of its MTP layers; its log says why" }
  }
}
