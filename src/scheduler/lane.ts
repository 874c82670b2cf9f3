import type { Clock } from '../core/clock.ts'
import type { Loaded } from '../engine/supervisor/supervisor.ts'
import { Group, type Prepare } from '../group/group.ts'
import { type FileStamp, fingerprint } from './fingerprint.ts'
import { Queue } from './queue.ts'
import { runTasks } from './run.ts'
import type { ModelEntry, ModelStatus, OpenModel } from './scheduler.ts'

export interface LaneOptions {
  readonly entry: ModelEntry
  /** Requests that may wait. */
  readonly capacity: number
  readonly clock: Clock
  readonly prepare: Prepare
  /** A look at the model's file now. */
  stamp(): FileStamp
}

/** One model of the scheduler: the line of those who wait, and the engines they wait for. */
export class Lane {
  readonly #options: LaneOptions
  readonly #group: Group
  readonly #queue: Queue
  /** By load, because a file that changes later, or goes, doesn't change what is loaded. */
  readonly #stamps = new WeakMap<Loaded['model'], FileStamp>()

  constructor(options: LaneOptions) {
    const { entry, capacity, clock, prepare } = options
    const group = new Group(prepare)
    this.#options = options
    this.#group = group
    this.#queue = new Queue({ model: entry.id, capacity, slots: () => group.slots(), clock })
  }

  status(): ModelStatus {
    const { id, path } = this.#options.entry
    const status = this.#group.status()
    const { modifiedMs } = status.loaded ? this.#stampOf(status.loaded) : this.#options.stamp()
    return {
      id,
      path,
      ...status,
      created: Math.floor(modifiedMs / 1000),
      running: this.#queue.running,
      waiting: this.#queue.waiting,
    }
  }

  /** Rejects as `Group.ready`. */
  async open(signal: AbortSignal): Promise<OpenModel> {
    const { instance, loaded } = await this.#group.ready(signal)
    return {
      id: this.#options.entry.id,
      model: loaded.model,
      capabilities: loaded.capabilities,
      fingerprint: fingerprint(loaded.model.engineVersion, this.#stampOf(loaded), instance.plan),
      run: (tasks, runSignal) => runTasks(this.#queue, instance, tasks, runSignal),
    }
  }

  /** The file as it was when this load was first seen. */
  #stampOf({ model }: Loaded): FileStamp {
    const stamp = this.#stamps.get(model) ?? { ...this.#options.stamp() }
    this.#stamps.set(model, stamp)
    return stamp
  }

  /** Whoever is in line or running has `deadlineMs`; then the line is refused and the engines end. */
  async drain(deadlineMs: number): Promise<void> {
    const { clock } = this.#options
    const until = clock.now() + deadlineMs
    await new Promise<void>((resolve) => {
      const cancel = clock.after(deadlineMs, resolve)
      void this.#queue.close().then(() => {
        cancel()
        resolve()
      })
    })
    this.#queue.clear()
    await this.#group.stop(Math.max(0, until - clock.now()))
  }
}
