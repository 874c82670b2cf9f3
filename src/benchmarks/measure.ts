import type { BenchmarkCase, BenchmarkSettings, Measure } from '../core/benchmark.ts'
import type { Clock } from '../core/clock.ts'
import { type EnergyReading, joulesBetween } from '../core/energy.ts'
import { TrivetError } from '../core/errors.ts'
import type { OpenModel } from '../scheduler/scheduler.ts'
import { BENCHMARK_PROMPT, type MakePrompt, promptsOfSize } from './prompt.ts'
import { quantile, spreadOf, TELLING_SPAN_MS } from './spread.ts'
import { type Timed, timeAnswer } from './time-answer.ts'

/** What a measurement looks at besides the answers. */
export interface Instruments {
  /** Milliseconds that only grow, in fractions. */
  readonly ticks: Pick<Clock, 'now'>
  readonly energy: () => EnergyReading
}

/** Somebody, or somebody's need of room, took the model away while it was measured. */
export class ModelUnloaded extends TrivetError {
  constructor(model: string) {
    super('engine_unavailable', { model, state: 'stopped', reason: 'it was unloaded while it was measured.' })
  }
}

/** What answers tell of a model. */
export type Figures = Omit<Measure, 'loadMs'>

/** Answers side by side. */
interface Round {
  readonly answers: readonly Timed[]
  readonly joules: number | null
}

/**
 * Times one round of answers after another. The text is the likeliest one, as long as was asked for; each prompt begins
 * otherwise, so that none is computed before. Rejects with the engine's error, `wrong_model_type` or
 * `request_cancelled`, or with `ModelUnloaded`, and then it has nothing loaded for the sake of measuring.
 */
export async function measure(
  open: OpenModel,
  settings: BenchmarkSettings,
  { promptTokens, concurrency, maxTokens }: BenchmarkCase,
  { ticks, energy }: Instruments,
  signal: AbortSignal,
): Promise<Figures> {
  if (!open.capabilities.generate) {
    throw new TrivetError('wrong_model_type', { model: open.id, reason: 'it generates no text' }, 'model')
  }
  const { contextTokens } = open.capabilities
  if (promptTokens !== null && promptTokens >= contextTokens) {
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: promptTokens }, 'prompt_tokens')
  }
  const text = settings.prompt ?? BENCHMARK_PROMPT
  const makePrompt: MakePrompt =
    promptTokens === null ? async (label) => `${label} ${text}` : promptsOfSize(open, text, promptTokens, signal)
  const rounds: Round[] = []
  for (let run = 0; run < settings.warmUps + settings.runs; run++) {
    const round = await timeRound(run)
    if (run >= settings.warmUps) rounds.push(round)
  }
  return summarise(rounds)

  /** What is loaded anew is cold: a figure of it is no other run's like. */
  function requireLoaded(): void {
    if (open.unloaded()) throw new ModelUnloaded(open.id)
  }

  async function timeRound(run: number): Promise<Round> {
    requireLoaded()
    // What differs most comes first: a cache takes up even a few tokens.
    const moment = [...String(ticks.now())].reverse().join('')
    const labels = Array.from({ length: concurrency }, (_, answer) => `${answer}.${moment}.${run}`)
    const prompts = await Promise.all(labels.map(makePrompt))
    requireLoaded()
    const failing = new AbortController()
    const ending = AbortSignal.any([signal, failing.signal])
    const before = energy()
    const running = prompts.map(async (prompt) => {
      try {
        return await timeAnswer(open, prompt, maxTokens, ticks, ending)
      } catch (error) {
        // Of a round that has failed, nothing goes on.
        failing.abort(error)
        throw error
      }
    })
    await Promise.allSettled(running)
    const joules = joulesBetween(before, energy())
    requireLoaded()
    if (failing.signal.aborted) throw failing.signal.reason
    return { answers: await Promise.all(running), joules }
  }
}

function summarise(rounds: readonly Round[]): Figures {
  const answers = rounds.flatMap((round) => round.answers)
  const gaps = answers.flatMap(({ gapsMs }) => gapsMs).sort((a, b) => a - b)
  return {
    promptTokens: answers[0]?.promptTokens ?? 0,
    completionTokens: answers[0]?.completionTokens ?? 0,
    firstTokenMs: spreadOf(answers.map(({ firstMs, startMs }) => firstMs - startMs)),
    totalMs: spreadOf(answers.map(({ lastMs, startMs }) => lastMs - startMs)),
    prefillSpeed: spreadOf(answers.map(({ promptTokens, ...at }) => perSecond(promptTokens, at.firstMs - at.startMs))),
    decodeSpeed: spreadOf(answers.map((answer) => togetherSpeed([answer]))),
    togetherSpeed: spreadOf(rounds.map((round) => togetherSpeed(round.answers))),
    interTokenP50Ms: quantile(gaps, 0.5),
    interTokenP95Ms: quantile(gaps, 0.95),
    engine: engineSpeeds(answers),
    residentBytes: answers.reduce<number | null>(
      (most, { residentBytes: held }) => (held === null ? most : Math.max(most ?? 0, held)),
      null,
    ),
    joulesPerToken: joulesPerToken(rounds),
  }
}

/**
 * Of answers side by side, or of one. Short ones come in one piece, sooner after their first token than they were
 * written: together they took as long as the longest did by the engine's clock. 0 where nothing tells.
 */
function togetherSpeed(answers: readonly Timed[]): number {
  const tokens = answers.reduce((sum, answer) => sum + laterTokens(answer), 0)
  const from = Math.min(...answers.map(({ firstMs }) => firstMs))
  const spanMs = Math.max(...answers.map(({ lastMs }) => lastMs)) - from
  const engineMs = Math.max(...answers.map(({ engine }) => engine?.answerMs ?? 0))
  return perSecond(tokens, engineMs === 0 && spanMs < TELLING_SPAN_MS ? 0 : Math.max(spanMs, engineMs))
}

function engineSpeeds(answers: readonly Timed[]): Measure['engine'] {
  const told = answers.flatMap((answer) => (answer.engine === null ? [] : [{ ...answer, engine: answer.engine }]))
  if (told.length === 0) return null
  return {
    prefillSpeed: spreadOf(told.map(({ promptTokens, engine }) => perSecond(promptTokens, engine.promptMs))),
    decodeSpeed: spreadOf(told.map((answer) => perSecond(laterTokens(answer), answer.engine.answerMs))),
  }
}

function joulesPerToken(rounds: readonly Round[]): Measure['joulesPerToken'] {
  const each = rounds.flatMap(({ answers, joules }) => {
    const tokens = answers.reduce((sum, { completionTokens }) => sum + completionTokens, 0)
    return joules === null || tokens === 0 ? [] : [joules / tokens]
  })
  return each.length === 0 ? null : spreadOf(each)
}

/** The first one comes with the prompt's end. */
function laterTokens({ completionTokens }: Timed): number {
  return completionTokens - 1
}

/** 0 where there was nothing to measure. */
function perSecond(tokens: number, ms: number): number {
  return tokens > 0 && ms > 0 ? (1000 * tokens) / ms : 0
}
