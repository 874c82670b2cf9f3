import type { Capabilities } from '../core/capability.ts'
import type { Availability } from '../core/device.ts'
import type { EngineEvent } from '../core/event.ts'
import type { QuantizeOrder } from '../core/quantization.ts'
import type { EngineTask } from '../core/task.ts'
import type { LoadedModel, Plan } from './driver.ts'

/**
 * The half of a driver that runs inside the child, next to the native library. The child's main loop knows only this;
 * each driver's folder exports one as `backend` from `backend.ts`, imported on demand so that nothing native is
 * loaded anywhere else.
 */
export interface EngineBackend {
  probe(options: Readonly<Record<string, unknown>>): Promise<Availability>
  /** Rejects with an Error in words. Absent: this runtime quantizes no files. */
  quantize?(order: QuantizeOrder, options: Readonly<Record<string, unknown>>): Promise<void>
  /**
   * @param onExtraBytes told whenever it changes what is loaded because requests name it; see `EngineInstance`
   * @param onMovedBytes told what of the weights is no mapped file any more; see `EngineInstance`
   */
  load(
    plan: Plan,
    onProgress: (fraction: number) => void,
    onExtraBytes: (bytes: number) => void,
    onMovedBytes: (bytes: number) => void,
  ): Promise<LoadedBackend>
}

export interface LoadedBackend {
  readonly capabilities: Capabilities
  readonly model: LoadedModel
  /**
   * Starts a task; events go to `emit` and `end` is called exactly once after the last. Throws nothing: a refused
   * task is an `error` event. The returned function cancels: no event follows it but `end`.
   */
  submit(task: EngineTask, sink: EventSink): () => void
  /** Frees native memory. Called once, with nothing running. */
  close(): Promise<void>
}

export interface EventSink {
  emit(event: EngineEvent): void
  end(): void
}
