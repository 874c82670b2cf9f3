import type { LlamaApi, Pointer } from './api.ts'

/** `enum gguf_type`. */
const UINT32 = 4
const STRING = 8

/**
 * What a GGUF file says of its MTP layers, before it is loaded: how they are to be loaded has to be known by then. A file
 * that can't be read says nothing; loading it will say why.
 */
export function headInFile(api: LlamaApi, path: string): { readonly architecture: string; readonly layers: number } {
  const file = api.gguf_init_from_file(path, { no_alloc: true, ctx: null })
  if (file === null) return { architecture: '', layers: 0 }
  try {
    const key = find(api, file, 'general.architecture', STRING)
    const architecture = key === null ? '' : api.gguf_get_val_str(file, key)
    const count = find(api, file, `${architecture}.nextn_predict_layers`, UINT32)
    return { architecture, layers: count === null ? 0 : api.gguf_get_val_u32(file, count) }
  } finally {
    api.gguf_free(file)
  }
}

/** `null`: there is none of that name, or it is of another type. */
function find(api: LlamaApi, file: Pointer, name: string, type: number): number | bigint | null {
  const key = api.gguf_find_key(file, name)
  return Number(key) < 0 || api.gguf_get_kv_type(file, key) !== type ? null : key
}
