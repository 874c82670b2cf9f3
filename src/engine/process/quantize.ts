import { onAbort } from '../../core/abort.ts'
import { TrivetError } from '../../core/errors.ts'
import type { QuantizeOrder } from '../../core/quantization.ts'
import type { ChildPlatformId, LoadWatch } from '../driver.ts'
import { spawnChild } from './child.ts'
import type { ChildRuntime } from './runtime.ts'

export interface QuantizeOptions {
  readonly driver: ChildPlatformId
  readonly options: Readonly<Record<string, unknown>>
  readonly runtime: ChildRuntime
  /** How far the runtime is, 0 to 1, by a line of its log; null when the line doesn't say. */
  progressFrom(line: string): number | null
  /** The line of the log that says why it failed, in the runtime's own words. */
  reasonFrom(lines: string[]): string | null
}

/**
 * Has a driver's backend quantize a file, in a child of its own. Rejects, once the child is gone, with
 * `request_cancelled` or `quantize_failed`.
 */
export async function quantizeInChild(order: QuantizeOrder, watch: LoadWatch, setting: QuantizeOptions): Promise<void> {
  if (watch.signal.aborted) throw new TrivetError('request_cancelled')
  let finished = false
  let reported: string | null = null
  const child = spawnChild(
    setting.runtime,
    (frame) => {
      if (frame.op === 'quantized') finished = true
      if (frame.op === 'failed') reported = TrivetError.from(frame.error).details.reason?.toString() ?? null
    },
    (line) => {
      const fraction = setting.progressFrom(line)
      if (fraction !== null) watch.onProgress(fraction)
    },
  )
  const deafen = onAbort(watch.signal, () => child.kill('cancelled'))
  try {
    child.send({ op: 'quantize', driver: setting.driver, options: setting.options, order })
    const { how, lastLine } = await child.ended
    if (watch.signal.aborted) throw new TrivetError('request_cancelled')
    if (finished) return
    const words = setting.reasonFrom(child.logs.lines()) ?? reported
    const reason = words ?? `the engine ended (${how}): ${lastLine || 'it said nothing before'}`
    throw new TrivetError('quantize_failed', { input: order.input, reason })
  } finally {
    deafen()
  }
}
