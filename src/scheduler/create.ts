import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import type { Supervisor } from '../engine/supervisor/supervisor.ts'
import type { FileStamp } from './fingerprint.ts'
import { Lane } from './lane.ts'
import type { ModelEntry, Scheduler } from './scheduler.ts'

export interface SchedulerOptions {
  /** Ids are unique. */
  readonly models: readonly ModelEntry[]
  /** Requests that may wait for each model. */
  readonly queueCapacity: number
  readonly clock: Clock
  /** Finds the driver of a model, plans, and makes its supervised instance; loads nothing. */
  prepare(entry: ModelEntry): Promise<Supervisor>
  /** A look at a model's file now; zeros when it is gone. */
  stamp(path: string): FileStamp
}

/** The scheduler of a set of models, a queue each. A model is loaded when it is first opened. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const lanes = new Map(options.models.map((entry) => [entry.id, createLane(entry, options)]))
  let draining = false

  const lane = (id: string): Lane => {
    const found = lanes.get(id)
    if (!found) throw new TrivetError('model_not_found', { model: id }, 'model')
    return found
  }

  return {
    models: () => Array.from(lanes.values(), (each) => each.status()),
    model: (id) => lane(id).status(),
    async open(id, signal) {
      const wanted = lane(id)
      if (draining) throw new TrivetError('shutting_down')
      try {
        return await wanted.open(signal)
      } catch (error) {
        // An engine that was stopped while loading gives its own reason; the caller's is that the server is.
        throw draining ? new TrivetError('shutting_down') : error
      }
    },
    async drain(deadlineMs) {
      draining = true
      await Promise.all(Array.from(lanes.values(), (each) => each.drain(deadlineMs)))
    },
  }
}

function createLane(entry: ModelEntry, { queueCapacity, clock, prepare, stamp }: SchedulerOptions): Lane {
  return new Lane({
    entry,
    capacity: queueCapacity,
    clock,
    prepare: () => prepare(entry),
    stamp: () => stamp(entry.path),
  })
}
