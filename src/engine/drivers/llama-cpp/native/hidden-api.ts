import type { Call, Pointer } from './api.ts'
import type { Library } from './library.ts'

/**
 * What hands rows from inside a model to another context, beyond llama.cpp's C API (src/llama-ext.h, and
 * `llama_model::get_tensor`): C++ functions that take plain C arguments, exported under their mangled names.
 */
export interface HiddenApi {
  /** Whether decodes keep hidden rows: of the rows that want logits when `masked`, else of all. */
  setEmbeddings: Call<[ctx: Pointer, on: boolean, masked: boolean], void>
  /** The hidden row of batch row `row`, of `llama_model_n_embd_out` floats; good until the next decode. */
  embeddingsOf: Call<[ctx: Pointer, row: number], Pointer>
  /** Whether decodes keep what goes into a layer, of all rows. */
  setLayerInputs: Call<[ctx: Pointer, layer: number, on: boolean], void>
  /** What went into it: of each row of the last decode, `llama_model_n_embd` floats; good until the next. */
  layerInputs: Call<[ctx: Pointer, layer: number], Pointer>
  /** The layers of the large model whose inputs a draft model reads: so many int32 values. */
  targetLayers: Call<[model: Pointer], Pointer>
  targetLayerCount: Call<[model: Pointer], number>
  /** A tensor of a loaded model; `null` when it has none of that name. */
  tensor: Call<[model: Pointer, name: string], Pointer>
}

/** Versions whose graphs are known here: see `head-architectures.ts`. */
const KNOWN = /^0\.5\./

/** By the Itanium C++ ABI, which Linux and macOS follow. */
const FUNCTIONS: Readonly<Record<keyof HiddenApi, string>> = {
  setEmbeddings: 'void _Z26llama_set_embeddings_nextnP13llama_contextbb(void *ctx, bool on, bool masked)',
  embeddingsOf: 'void *_Z30llama_get_embeddings_nextn_ithP13llama_contexti(void *ctx, int32_t row)',
  setLayerInputs: 'void _Z30llama_set_embeddings_layer_inpP13llama_contextjb(void *ctx, uint32_t layer, bool on)',
  layerInputs: 'void *_Z30llama_get_embeddings_layer_inpP13llama_contextj(void *ctx, uint32_t layer)',
  targetLayers: 'void *_Z28llama_model_target_layer_idsPK11llama_model(void *model)',
  targetLayerCount: 'uint32_t _Z30llama_model_target_layer_ids_nPK11llama_model(void *model)',
  tensor: 'void *_ZNK11llama_model10get_tensorEPKc(void *model, str name)',
}

/** `null` where the library doesn't export them, as on Windows, whose compiler names them otherwise. */
export function bindHidden(library: Library, version: string): HiddenApi | null {
  if (!KNOWN.test(version)) return null
  try {
    const bound = Object.entries(FUNCTIONS).map(([name, prototype]) => [name, library.func(prototype)])
    return Object.fromEntries(bound) as unknown as HiddenApi
  } catch {
    return null
  }
}
