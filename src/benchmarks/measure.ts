import type { BenchmarkSettings, Measure } from '../core/benchmark.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { NEUTRAL_SAMPLING } from '../core/sampling.ts'
import type { GenerateTask } from '../core/task.ts'
import type { OpenModel } from '../scheduler/scheduler.ts'
import { quantile, spreadOf } from './spread.ts'

/** One answer, timed. */
interface Timed {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly firstTokenMs: number
  readonly totalMs: number
  /** Between the pieces that came, each by the tokens in it. */
  readonly gapsMs: readonly number[]
}

/**
 * Times answers to one prompt, one after another. The text is the likeliest one, as long as was asked for; each prompt
 * begins otherwise, so that none is computed before. Rejects with the engine's error, `wrong_model_type` or
 * `request_cancelled`.
 */
export async function measure(
  open: OpenModel,
  settings: BenchmarkSettings,
  loadMs: number | null,
  clock: Pick<Clock, 'now'>,
  signal: AbortSignal,
): Promise<Measure> {
  if (!open.capabilities.generate) {
    throw new TrivetError('wrong_model_type', { model: open.id, reason: 'it generates no text' }, 'model')
  }
  const timed: Timed[] = []
  for (let run = 0; run < settings.warmUps + settings.runs; run++) {
    const one = await timeOne(open, `${clock.now()}.${run} ${settings.prompt}`, settings.maxTokens, clock, signal)
    if (run >= settings.warmUps) timed.push(one)
  }
  const gaps = timed.flatMap(({ gapsMs }) => gapsMs).sort((a, b) => a - b)
  return {
    loadMs,
    promptTokens: timed[0]?.promptTokens ?? 0,
    completionTokens: timed[0]?.completionTokens ?? 0,
    firstTokenMs: spreadOf(timed.map(({ firstTokenMs }) => firstTokenMs)),
    totalMs: spreadOf(timed.map(({ totalMs }) => totalMs)),
    prefillSpeed: spreadOf(timed.map(({ promptTokens, firstTokenMs }) => perSecond(promptTokens, firstTokenMs))),
    decodeSpeed: spreadOf(
      timed.map(({ completionTokens, totalMs, firstTokenMs }) =>
        perSecond(completionTokens - 1, totalMs - firstTokenMs),
      ),
    ),
    interTokenP50Ms: quantile(gaps, 0.5),
    interTokenP95Ms: quantile(gaps, 0.95),
  }
}

async function timeOne(
  open: OpenModel,
  prompt: string,
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
  let lastMs: number | null = null
  let firstTokenMs = 0
  let usage = { promptTokens: 0, completionTokens: 0 }
  const gapsMs: number[] = []
  for await (const { event } of open.run([task], signal)) {
    const nowMs = clock.now()
    if (event.type === 'error') throw TrivetError.from(event.error)
    if (event.type === 'usage') usage = event
    if (event.type !== 'text-delta' || event.tokens === 0) continue
    if (lastMs === null) firstTokenMs = nowMs - startMs
    else gapsMs.push((nowMs - lastMs) / event.tokens)
    lastMs = nowMs
  }
  if (signal.aborted) throw new TrivetError('request_cancelled')
  return { ...usage, firstTokenMs, totalMs: (lastMs ?? clock.now()) - startMs, gapsMs }
}

/** 0 where there was nothing to measure. */
function perSecond(tokens: number, ms: number): number {
  return tokens > 0 && ms > 0 ? (1000 * tokens) / ms : 0
}
