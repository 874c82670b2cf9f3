import type { Plan } from '../engine/driver.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import { type FileStamp, fingerprint } from './fingerprint.ts'

/** A model's file as each load of it found it: a file that changes later, or goes, doesn't change what is loaded. */
export class LoadedFile {
  /** A look at the file now. */
  readonly #look: () => FileStamp
  readonly #stamps = new WeakMap<Loaded['model'], FileStamp>()
  /** Asked for by every request. */
  readonly #fingerprints = new WeakMap<Loaded['model'], { readonly plan: Plan | null; readonly text: string }>()

  constructor(look: () => FileStamp) {
    this.#look = look
  }

  /** As it was when this load was first seen; of none, as it is. */
  stamp(loaded: Loaded | null): FileStamp {
    if (loaded === null) return this.#look()
    const stamp = this.#stamps.get(loaded.model) ?? { ...this.#look() }
    this.#stamps.set(loaded.model, stamp)
    return stamp
  }

  /** See `fingerprint`. */
  fingerprint(loaded: Loaded, plan: Plan | null): string {
    const known = this.#fingerprints.get(loaded.model)
    if (known?.plan === plan) return known.text
    const text = fingerprint(loaded.model.engineVersion, this.stamp(loaded), plan)
    this.#fingerprints.set(loaded.model, { plan, text })
    return text
  }
}
