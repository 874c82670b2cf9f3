import type { Clock } from '../../core/clock.ts'
import type { TrivetError } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { EngineTask } from '../../core/task.ts'
import type { EngineDriver, EngineEnd, EngineInstance, Plan, ReportedLoad } from '../driver.ts'
import type { SupervisorPolicy } from './policy.ts'
import type { EngineState } from './transition.ts'

/**
 * One plan kept running: loads it when asked, restarts it after a crash, gives up when that doesn't help.
 * Its caller never sees a child, only an engine that is ready or says why it isn't. Made by `createSupervisor`.
 */
export interface Supervisor {
  readonly plan: Plan
  /** How things stand. A snapshot: later changes don't show in it. */
  status(): SupervisorStatus
  /**
   * The loaded model's facts: loads it first when it is stopped, waits through a restart. However many ask, one load.
   * Rejects with `model_load_failed` or whatever else the driver's `start` said, `engine_unavailable` (draining or
   * stopping; too many crashes, with `retryAfter` in seconds) or `request_cancelled` (`signal`; the load goes on for
   * others).
   * After a failed load the same error is given again until the file changes or `loadRetryMs` have passed.
   */
  ready(signal: AbortSignal): Promise<Loaded>
  /** What `ready` would reject with at once, without a try; `null`: it would load, wait or answer. */
  refusal(): Promise<TrivetError | null>
  /**
   * Works on a task as soon as the engine is ready. Never rejects: whatever `ready` would reject with arrives as the
   * `error` event. When `signal` aborts, waiting or running, the stream ends without a `finish`.
   */
  run(task: EngineTask, signal: AbortSignal): AsyncIterable<EngineEvent>
  /**
   * Refuses new tasks, lets running ones finish for `deadlineMs`, then ends the engine. A later call with a shorter
   * deadline shortens it; 0 ends at once. Resolves when nothing is left of it; `ready` may start it anew then.
   */
  stop(deadlineMs: number): Promise<void>
  /** Calls back after every change of `status()`; the returned function ends that. */
  onChange(listener: (status: SupervisorStatus) => void): () => void
}

export interface SupervisorStatus {
  readonly state: EngineState
  /** Why, in words, when `failed`; why it is restarting after a crash when `starting`; else `null`. */
  readonly reason: string | null
  /** 0 to 1 while loading; 1 when ready; 0 otherwise. */
  readonly progress: number
  /** Tasks inside the engine now. */
  readonly running: number
  /** Crashes since the last finished task. */
  readonly crashes: number
  readonly lastCrash: EngineEnd | null
  /** See `EngineInstance.extraBytes`. */
  readonly extraBytes: number
  /** See `EngineInstance.movedBytes`. */
  readonly movedBytes: number
  /** See `EngineInstance.reported`. */
  readonly reported: ReportedLoad | null
  /** As of the last successful load, which may be over. */
  readonly loaded: Loaded | null
}

/** What `createSupervisor` (create.ts) needs. */
export interface SupervisorOptions {
  readonly driver: Pick<EngineDriver, 'start'>
  readonly plan: Plan
  readonly clock: Clock
  readonly policy?: Partial<SupervisorPolicy>
  /** Text that changes when the model file does. Default: its size and modification time. */
  readonly fileStamp?: (path: string) => Promise<string>
}

/** What is known of a model once it is loaded. */
export type Loaded = Pick<EngineInstance, 'capabilities' | 'model'>
