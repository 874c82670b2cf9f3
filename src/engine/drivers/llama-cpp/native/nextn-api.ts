import type { Call, Pointer } from './api.ts'
import type { Library } from './library.ts'

/**
 * What MTP needs beyond llama.cpp's C API (src/llama-ext.h, and `llama_model::get_tensor`): C++ functions that take plain
 * C arguments, exported under their mangled names.
 */
export interface NextnApi {
  /** Whether decodes keep hidden rows: of the rows that want logits when `masked`, else of all. */
  setEmbeddings: Call<[ctx: Pointer, on: boolean, masked: boolean], void>
  /** The hidden row of batch row `row`, of `llama_model_n_embd_out` floats; good until the next decode. */
  embeddingsOf: Call<[ctx: Pointer, row: number], Pointer>
  /** A tensor of a loaded model; `null` when it has none of that name. */
  tensor: Call<[model: Pointer, name: string], Pointer>
}

/** Versions whose MTP graphs are known here: see `head-architectures.ts`. */
const KNOWN = /^0\.5\./

/** By the Itanium C++ ABI, which Linux and macOS follow. */
const FUNCTIONS: Readonly<Record<keyof NextnApi, string>> = {
  setEmbeddings: 'void _Z26llama_set_embeddings_nextnP13llama_contextbb(void *ctx, bool on, bool masked)',
  embeddingsOf: 'void *_Z30llama_get_embeddings_nextn_ithP13llama_contexti(void *ctx, int32_t row)',
  tensor: 'void *_ZNK11llama_model10get_tensorEPKc(void *model, str name)',
}

/** `null` where the library doesn't export them, as on Windows, whose compiler names them otherwise. */
export function bindNextn(library: Library, version: string): NextnApi | null {
  if (!KNOWN.test(version)) return null
  try {
    const bound = Object.entries(FUNCTIONS).map(([name, prototype]) => [name, library.func(prototype)])
    return Object.fromEntries(bound) as unknown as NextnApi
  } catch {
    return null
  }
}
