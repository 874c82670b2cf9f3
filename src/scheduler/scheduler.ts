import type { Capabilities } from '../core/capability.ts'
import type { EngineEvent } from '../core/event.ts'
import type { Placement } from '../core/placement.ts'
import type { EngineTask } from '../core/task.ts'
import type { LoadedModel } from '../engine/driver.ts'

/** What the APIs ask of everything below them. */
export interface Scheduler {
  /** Every model configured here, in the order given, whatever its state. */
  models(): readonly ModelStatus[]
  /** Throws `model_not_found`. */
  model(id: string): ModelStatus
  /**
   * The model, loaded: loads it first when needed, once for however many ask at the same time.
   * Rejects with `model_not_found`, `model_load_failed`, `driver_unavailable`, `engine_unavailable`,
   * `shutting_down` or `request_cancelled`.
   */
  open(id: string, signal: AbortSignal): Promise<OpenModel>
  /** Refuses new work, lets running requests finish until `deadlineMs`, then ends every engine. */
  drain(deadlineMs: number): Promise<void>
}

/** A model to serve, as configured. */
export interface ModelEntry {
  readonly id: string
  readonly path: string
  readonly placement: Placement
  /** A Jinja file to use instead of the model's own chat template. */
  readonly chatTemplatePath?: string
}

export type ModelState = 'stopped' | 'starting' | 'ready' | 'draining' | 'stopping' | 'failed'

export interface ModelStatus {
  readonly id: string
  readonly path: string
  readonly state: ModelState
  /** Why, when `failed`. */
  readonly reason: string | null
  /** Seconds since the Unix epoch: the modification time of the file as it was loaded, or is while it never was. */
  readonly created: number
  /** Requests running and waiting. */
  readonly running: number
  readonly waiting: number
  /** Present once it has been loaded. */
  readonly loaded: { readonly model: LoadedModel; readonly capabilities: Capabilities } | null
}

/** A loaded model that takes work. */
export interface OpenModel {
  readonly id: string
  readonly model: LoadedModel
  readonly capabilities: Capabilities
  /** Changes whenever the same seed may give other text: engine build, model file, placement. */
  readonly fingerprint: string
  /**
   * Runs the tasks of one request side by side, in the queue's turn. Failures arrive as `error` events, a full
   * queue among them; when `signal` aborts, the request leaves the queue or the engine at once and the stream ends.
   */
  run(tasks: readonly EngineTask[], signal: AbortSignal): TaskStream
}

/** The events of one request's tasks, as they come. */
export interface TaskStream extends AsyncIterable<TaskEvent> {
  /** Ends one task, queued or running, as an abort would; the others go on. A task that is over already is left alone. */
  cancel(task: number): void
}

/** An engine's event and the task it belongs to, by index. */
export interface TaskEvent {
  readonly task: number
  readonly event: EngineEvent
}
