/** Something that an engine can compute on, as the engine tells it. */
export interface Device {
  /** The engine's own: `CUDA0`, `CPU`. */
  readonly name: string
  readonly description: string
  readonly kind: 'cpu' | 'gpu' | 'npu' | 'accelerator'
  /** Zero where the engine doesn't say. */
  readonly memoryBytes: { readonly free: number; readonly total: number }
  /** Part of the processor: engines prefer others. Absent: not known to be. */
  readonly integrated?: boolean
  /** What it takes is taken of the machine's own memory. Absent: it has its own. */
  readonly sharesMemory?: boolean
}

/** Whether an engine works here. */
export interface Availability {
  readonly available: boolean
  /** Why not, and what to do; empty when available. */
  readonly reason: string
  readonly version: string
  readonly devices: readonly Device[]
}
