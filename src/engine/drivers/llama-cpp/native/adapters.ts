import { statSync } from 'node:fs'
import type { Adapter } from '../../../../core/task.ts'
import { type Lease, type LeaseBounds, Leases } from '../leases.ts'
import { type LlamaApi, onPool, type Pointer } from './api.ts'

/** A loaded LoRA adapter. */
interface Loaded {
  readonly pointer: Pointer
  /** llama.cpp copies all of the file into memory. */
  readonly bytes: number
}

/**
 * LoRA adapters of one model: each file is loaded once, and llama.cpp applies one set of them at a time. None of this
 * may happen while it decodes, for that reads the model's list of adapters.
 */
export class Adapters {
  readonly #api: LlamaApi
  readonly #context: Pointer
  readonly #loaded: Leases<Loaded>
  #applied: readonly Adapter[] = []

  /** @param onBytes told whenever it changes what all of them take together */
  constructor(api: LlamaApi, model: Pointer, context: Pointer, bounds: LeaseBounds, onBytes: (bytes: number) => void) {
    this.#api = api
    this.#context = context
    const kind = {
      open: async (path: string) => {
        const pointer = await onPool(api.llama_adapter_lora_init, model, path)
        if (pointer === null) throw new Refused(path)
        return { pointer, bytes: statSync(path).size }
      },
      bytesOf: ({ bytes }: Loaded) => bytes,
      free: ({ pointer }: Loaded, path: string) => {
        if (this.#applied.some((adapter) => adapter.path === path)) this.apply([])
        api.llama_adapter_lora_free(pointer)
      },
    }
    this.#loaded = new Leases(kind, bounds, onBytes)
  }

  /** Has these loaded until they are released. Resolves with the path of the first file that llama.cpp refuses. */
  async take(adapters: readonly Adapter[]): Promise<readonly Lease<unknown>[] | string> {
    const leases: Lease<unknown>[] = []
    try {
      for (const { path } of adapters) leases.push(await this.#loaded.take(path))
      return leases
    } catch (thrown) {
      for (const lease of leases) lease.release()
      if (thrown instanceof Refused) return thrown.path
      throw thrown
    }
  }

  /** Makes the next decode use exactly these, which have been taken. */
  apply(adapters: readonly Adapter[]): void {
    if (adapterKey(adapters) === adapterKey(this.#applied)) return
    const pointers = adapters.map(({ path }) => this.#loaded.get(path)?.pointer ?? null)
    const scales = Float32Array.from(adapters, ({ scale }) => scale)
    this.#api.llama_set_adapters_lora(this.#context, pointers, pointers.length, scales)
    this.#applied = adapters
  }
}

class Refused extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** Equal for equal sets: what was computed under one key is of no use under another. */
export function adapterKey(adapters: readonly Adapter[]): string {
  return adapters.map(({ path, scale }) => `${path}\0${scale}`).join('\n')
}
