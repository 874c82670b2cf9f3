import type { Capabilities } from '../../core/capability.ts'
import type { Availability } from '../../core/device.ts'
import type { ErrorReport } from '../../core/errors.ts'
import type { EngineEvent } from '../../core/event.ts'
import type { QuantizeOrder } from '../../core/quantization.ts'
import type { EngineTask } from '../../core/task.ts'
import type { ChildPlatformId, LoadedModel, Plan } from '../driver.ts'

/**
 * What parent and child say to each other, one JSON object a line: parent → child on fd 0, child → parent on fd 3.
 * fd 1 and 2 belong to the native code's logs. See docs/decisions/ for why not `fork()`'s channel.
 */
export type ToChild =
  | { readonly op: 'probe'; readonly driver: ChildPlatformId; readonly options: Readonly<Record<string, unknown>> }
  | {
      readonly op: 'quantize'
      readonly driver: ChildPlatformId
      readonly options: Readonly<Record<string, unknown>>
      readonly order: QuantizeOrder
    }
  | { readonly op: 'load'; readonly plan: Plan }
  | { readonly op: 'run'; readonly id: number; readonly task: EngineTask }
  | { readonly op: 'cancel'; readonly id: number }
  | { readonly op: 'stop' }

export type FromChild =
  | { readonly op: 'probed'; readonly availability: Availability }
  | { readonly op: 'quantized' }
  | { readonly op: 'progress'; readonly fraction: number }
  | { readonly op: 'ready'; readonly capabilities: Capabilities; readonly model: LoadedModel }
  /** What requests have had loaded beyond the plan takes so much memory now. */
  | { readonly op: 'extra'; readonly bytes: number }
  /** So many bytes of weights are the process's own memory now, and no mapped file any more. */
  | { readonly op: 'moved'; readonly bytes: number }
  | { readonly op: 'failed'; readonly error: ErrorReport }
  | { readonly op: 'event'; readonly id: number; readonly event: EngineEvent }
  /** The stream of `id` is over; nothing more will come for it. */
  | { readonly op: 'end'; readonly id: number }
  | { readonly op: 'heartbeat' }
