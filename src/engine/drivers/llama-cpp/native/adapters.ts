import type { Adapter } from '../../../../core/task.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'

/** LoRA adapters of one model: each file is loaded once, and llama.cpp applies one set of them at a time. */
export class Adapters {
  readonly #api: LlamaApi
  readonly #model: Pointer
  readonly #loaded = new Map<string, Pointer>()
  #applied = ''

  constructor(api: LlamaApi, model: Pointer) {
    this.#api = api
    this.#model = model
  }

  /** Loads what isn't loaded yet. Resolves with the path of the first file that llama.cpp refuses, or with `null`. */
  async load(adapters: readonly Adapter[]): Promise<string | null> {
    for (const { path } of adapters) {
      if (this.#loaded.has(path)) continue
      const adapter = await onPool(this.#api.llama_adapter_lora_init, this.#model, path)
      if (adapter === null) return path
      this.#loaded.set(path, adapter)
    }
    return null
  }

  /** Does the next decode with these have to be made ready for them? */
  wouldChange(adapters: readonly Adapter[]): boolean {
    return adapterKey(adapters) !== this.#applied
  }

  /** Makes the next decode use exactly these, which have been loaded. */
  apply(context: Pointer, adapters: readonly Adapter[]): void {
    const key = adapterKey(adapters)
    if (key === this.#applied) return
    const pointers = adapters.map(({ path }) => this.#loaded.get(path) ?? null)
    const scales = Float32Array.from(adapters, ({ scale }) => scale)
    this.#api.llama_set_adapters_lora(context, pointers, pointers.length, scales)
    this.#applied = key
  }
}

/** Equal for equal sets: what was computed under one key is of no use under another. */
export function adapterKey(adapters: readonly Adapter[]): string {
  return adapters.map(({ path, scale }) => `${path}\0${scale}`).join('\n')
}
