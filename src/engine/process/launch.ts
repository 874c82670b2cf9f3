import { onAbort } from '../../core/abort.ts'
import { type ErrorCode, TrivetError } from '../../core/errors.ts'
import type { EngineInstance, LoadWatch, Plan } from '../driver.ts'
import type { FromChild } from '../protocol/frames.ts'
import { type ChildEnd, spawnChild } from './child.ts'
import { createInstance } from './instance.ts'
import type { ChildRuntime } from './runtime.ts'

export interface LaunchOptions {
  readonly runtime: ChildRuntime
  /** A driver's reading of its runtime's log: the line that says why a load failed, in the runtime's own words. */
  reasonFrom(lines: string[]): string | null
  /** Whether the runtime logs this line in ordinary work, though it looks like an error. Default: no line. */
  isOrdinary?(line: string): boolean
}

/**
 * Spawns a child and has it load the plan. Rejects, once the child is gone, with `request_cancelled`, with
 * `model_load_failed` (the runtime's own reason), or with what the child's backend reported.
 */
export async function startInChild(plan: Plan, watch: LoadWatch, options: LaunchOptions): Promise<EngineInstance> {
  const { runtime } = options
  if (watch.signal.aborted) throw new TrivetError('request_cancelled')
  let receive = (_: FromChild) => {}
  const spare = runtime.spare?.take() ?? undefined
  const child = spawnChild(runtime, (frame) => receive(frame), undefined, spare)
  const deafen = onAbort(watch.signal, () => child.kill('cancelled'))
  try {
    return await new Promise<EngineInstance>((resolve, reject) => {
      let reported: TrivetError | null = null
      receive = (frame) => {
        if (frame.op === 'progress') watch.onProgress(frame.fraction)
        if (frame.op === 'failed') reported = TrivetError.from(frame.error)
        // A load cancelled in the same breath stays cancelled: its child is already being killed.
        if (frame.op === 'ready' && !watch.signal.aborted) {
          const { capabilities, model } = frame
          const loaded = { capabilities, model }
          const { isOrdinary = () => false } = options
          const instance = createInstance({ child, modelId: plan.modelId, loaded, clock: runtime.clock, isOrdinary })
          receive = instance.receive
          resolve(instance)
        }
      }
      child.send({ op: 'load', plan })
      child.ended.then((end) => {
        if (watch.signal.aborted) reject(new TrivetError('request_cancelled'))
        else reject(loadFailure(plan.modelId, reported, end, options.reasonFrom(child.logs.lines())))
      }, reject)
    })
  } finally {
    deafen()
  }
}

/** Rows that end in a reason, which the runtime tells best. */
const SAY_WHY: readonly string[] = ['model_load_failed', 'load_refused'] satisfies ErrorCode[]

/** The most telling account of a failed load: the runtime's own words, else the backend's, else how the child ended. */
function loadFailure(
  model: string,
  reported: TrivetError | null,
  end: ChildEnd,
  nativeReason: string | null,
): TrivetError {
  if (reported === null) {
    const words = nativeReason ?? (end.lastLine || 'it said nothing before')
    return new TrivetError('model_load_failed', {
      model,
      reason: `the engine ended while loading (${end.how}): ${words}`,
    })
  }
  if (SAY_WHY.includes(reported.code) && nativeReason !== null) {
    return new TrivetError(reported.code, { ...reported.details, model, reason: nativeReason }, reported.param)
  }
  return reported
}
