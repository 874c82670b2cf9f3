import { onAbort } from '../core/abort.ts'
import { asTrivetError, TrivetError } from '../core/errors.ts'
import type { Loaded, Supervisor } from '../engine/supervisor/supervisor.ts'
import type { EngineState } from '../engine/supervisor/transition.ts'
import { pick } from './pick.ts'

/** Finds the driver of a model, plans, and makes its supervised instance; loads nothing. */
export type Prepare = () => Promise<Supervisor>

export interface GroupStatus {
  readonly state: EngineState
  /** Why, in words, when `failed` or restarting; else `null`. */
  readonly reason: string | null
  /** As of the last successful load. */
  readonly loaded: Loaded | null
}

/** A model and its instances, which come to be when the model is first wanted. */
export class Group {
  readonly #prepare: Prepare
  #instances: readonly Supervisor[] = []
  #preparing: Promise<void> | null = null
  #failure: TrivetError | null = null
  #stopping = false

  constructor(prepare: Prepare) {
    this.#prepare = prepare
  }

  status(): GroupStatus {
    const instance = this.#pick()
    if (instance) {
      const { state, reason, loaded } = instance.status()
      return { state, reason, loaded }
    }
    if (this.#preparing !== null) return { state: 'starting', reason: null, loaded: null }
    if (this.#failure) return { state: 'failed', reason: this.#failure.message, loaded: null }
    return { state: 'stopped', reason: null, loaded: null }
  }

  /** Tasks the loaded instances work on at once. */
  slots(): number {
    return this.#instances.reduce((sum, instance) => sum + (instance.status().loaded?.capabilities.slots ?? 0), 0)
  }

  /**
   * The instance to send the next request to, loaded. However many ask, one is prepared and loaded once.
   * Rejects as `Prepare` and `Supervisor.ready` do, or with `request_cancelled`.
   */
  async ready(signal: AbortSignal): Promise<{ readonly instance: Supervisor; readonly loaded: Loaded }> {
    const instance = this.#pick() ?? (await this.#prepared(signal))
    return { instance, loaded: await instance.ready(signal) }
  }

  /** Ends every instance, running tasks after `deadlineMs`. Nothing can be loaded from then on. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stopping = true
    await this.#preparing?.catch(() => undefined)
    await Promise.all(this.#instances.map((instance) => instance.stop(deadlineMs)))
  }

  #pick(): Supervisor | undefined {
    const candidates = this.#instances.map((instance) => {
      const { state, running, loaded } = instance.status()
      return { state, running, slots: loaded?.capabilities.slots ?? 0 }
    })
    return this.#instances[pick(candidates)]
  }

  async #prepared(signal: AbortSignal): Promise<Supervisor> {
    this.#preparing ??= this.#prepareOnce().finally(() => {
      this.#preparing = null
    })
    await unlessAborted(this.#preparing, signal)
    const instance = this.#pick()
    if (!instance) throw new TrivetError('shutting_down')
    return instance
  }

  async #prepareOnce(): Promise<void> {
    try {
      const instance = await this.#prepare()
      this.#failure = null
      if (!this.#stopping) this.#instances = [instance]
    } catch (error) {
      this.#failure = asTrivetError(error)
      throw this.#failure
    }
  }
}

/** Stops waiting when the signal aborts; what is waited for goes on. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new TrivetError('request_cancelled'))
    if (signal.aborted) leave()
    promise.then(resolve, reject).finally(onAbort(signal, leave))
  })
}
