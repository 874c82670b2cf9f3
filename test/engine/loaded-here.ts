import koffi from 'koffi'
import { vi } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import type { LoadedBackend } from '../../src/engine/backend.ts'
import { backend } from '../../src/engine/drivers/llama-cpp/backend.ts'
import { createLlamaCppDriver } from '../../src/engine/drivers/llama-cpp/driver.ts'
import { findLibrary } from '../../src/engine/drivers/llama-cpp/library-path.ts'
import { Context, type DecodeOutcome } from '../../src/engine/drivers/llama-cpp/native/context.ts'
import { builtRuntime } from './built-runtime.ts'

/** A file in the real engine, in this process rather than in a child: on one thread unless the wish says otherwise. */
export async function loadedHere(path: string, wish: Placement = {}): Promise<LoadedBackend> {
  silence()
  const driver = createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null })
  const plan = driver.plan('m', { path, sizeBytes: 0 }, { threads: 1, ...wish }, { cores: 1 })
  return backend.load(
    plan,
    () => {},
    () => {},
    () => {},
  )
}

/** llama.cpp tells all that it does on stderr unless somebody else listens: here libc, to which its level is a number. */
function silence(): void {
  const libraries = findLibrary(null)
  const options = { lazy: false, global: true }
  for (const file of [libraries.base, libraries.ggml]) koffi.load(file, options)
  const llama = koffi.load(libraries.llama, options)
  llama.func('void llama_log_set(void *callback, void *data)')(koffi.load(null).symbol('labs'), null)
}

/** What happens around each `llama_decode` in this process. */
export interface StepWatch {
  /** Once it has begun. */
  begun?(): void
  /** @param rows in its batch */
  over?(outcome: DecodeOutcome, rows: number): void
}

/** Watches the real steps until mocks are restored. */
export function watchSteps(watch: StepWatch): void {
  for (const name of ['decode', 'decodeHere'] as const) {
    const real = Context.prototype[name]
    vi.spyOn(Context.prototype, name).mockImplementation(async function (this: Context, batch) {
      const rows = Number(batch.struct.n_tokens)
      watch.begun?.()
      const outcome = await real.call(this, batch)
      watch.over?.(outcome, rows)
      return outcome
    })
  }
}
