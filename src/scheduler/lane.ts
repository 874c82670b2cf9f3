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
  /** By load, because a file that changes later doesn't change what is loaded. */
  readonly #fingerprints = new WeakMap<Loaded['model'], string>()

  constructor(options: LaneOptions) {
    const { entry, capacity, clock, prepare } = options
    const group = new Group(prepare)
    this.#options = options
    this.#group = group
    this.#queue = new Queue({ model: entry.id, capacity, slots: () => group.slots(), clock })
  }

  status(): ModelStatus {
    const { id, path } = this.#options.entry
    return {
      id,
      path,
      ...this.#group.status(),
      created: Math.floor(this.#options.stamp().modifiedMs / 1000),
      running: this.#queue.running,
      waiting: this.#queue.waiting,
    }
  }

  /** Rejects as `Group.ready`. */
  async open(signal: AbortSignal): Promise<OpenModel> {
    const { instance, loaded } = await this.#group.ready(signal)
    let print = this.#fingerprints.get(loaded.model)
    if (print === undefined) {
      print = fingerprint(loaded.model.engineVersion, this.#options.stamp(), instance.plan)
      this.#fingerprints.set(loaded.model, print)
    }
    return {
      id: this.#options.entry.id,
      model: loaded.model,
      capabilities: loaded.capabilities,
      fingerprint: print,
      run: (tasks, runSignal) => runTasks(this.#queue, instance, tasks, runSignal),
    }
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
