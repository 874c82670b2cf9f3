import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import type { EngineTimings, Usage } from '../core/event.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { GenerateTask, Prompt } from '../core/task.ts'
import type { OpenModel } from '../scheduler/scheduler.ts'

/** One answer, timed. */
export interface Timed {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly startMs: number
  /** When the first and the last token came. */
  readonly firstMs: number
  readonly lastMs: number
  /** Between the pieces that came, each by the tokens in it. */
  readonly gapsMs: readonly number[]
  readonly engine: EngineTimings | null
  readonly residentBytes: number | null
}

const NOTHING_USED = { promptTokens: 0, completionTokens: 0 }

/** The likeliest text, as long as was asked for. Rejects with the engine's error or `request_cancelled`. */
export async function timeAnswer(
  open: OpenModel,
  prompt: Prompt,
  maxTokens: number,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<Timed> {
  const task: GenerateTask = {
    kind: 'generate',
    prompt,
    sampling: { ...NEUTRAL_SAMPLING, temperature: 0 },
    maxTokens,
    ignoreEos: open.capabilities.parameters.ignoreEos === 'enforced',
  }
  const startMs = clock.now()
  let firstMs: number | null = null
  let lastMs = startMs
  let usage: Pick<Usage, 'promptTokens' | 'completionTokens' | 'timings' | 'residentBytes'> = NOTHING_USED
  const gapsMs: number[] = []
  for await (const { event } of open.run([task], signal)) {
    const nowMs = clock.now()
    if (event.type === 'error') throw TrivetError.from(event.error)
    if (event.type === 'usage') usage = event
    if (event.type !== 'text-delta' || event.tokens === 0) continue
    if (firstMs === null) firstMs = nowMs
    else gapsMs.push((nowMs - lastMs) / event.tokens)
    lastMs = nowMs
  }
  if (signal.aborted) throw new TrivetError('request_cancelled')
  const { promptTokens, completionTokens, timings = null, residentBytes = null } = usage
  if (firstMs === null) lastMs = clock.now()
  const at = { startMs, firstMs: firstMs ?? lastMs, lastMs, gapsMs }
  return { promptTokens, completionTokens, ...at, engine: timings, residentBytes }
}
