import type { z } from 'zod'
import { seriesOf } from '../../benchmarks/series.ts'
import { bestOf, hundredths } from '../../benchmarks/standing.ts'
import {
  type BenchmarkResult,
  type BenchmarkRun,
  type Measure,
  ownSpeeds,
  type Spread,
  type Subject,
} from '../../core/benchmark.ts'
import type { runSchema } from './schema.ts'

type EncodedRun = z.infer<typeof runSchema>
type EncodedResult = EncodedRun['results'][number]

/** A run, with its lines for a plot and the best of it. */
export function encodeRun(run: BenchmarkRun): EncodedRun {
  const { settings, hardware } = run
  return {
    id: run.id,
    object: 'benchmark',
    occasion: run.occasion,
    created_at: run.createdMs / 1000,
    finished_at: run.finishedMs / 1000,
    version: run.version,
    settings: {
      prompt: settings.prompt,
      prompt_tokens: [...settings.promptTokens],
      concurrency: [...settings.concurrency],
      max_tokens: settings.maxTokens,
      runs: settings.runs,
      warm_up: settings.warmUps,
    },
    hardware: {
      fingerprint: hardware.fingerprint,
      board: hardware.board,
      cpu: hardware.cpu,
      architecture: hardware.architecture,
      cores: hardware.cores,
      memory_bytes: hardware.memoryBytes,
      chips: [...hardware.chips],
    },
    results: run.results.map(encodeResult),
    series: seriesOf(run.results).map(({ model, device, promptTokens, points }) => ({
      model,
      device,
      prompt_tokens: promptTokens,
      points: points.map(({ concurrency, togetherSpeed, decodeSpeed, firstTokenMs }) => ({
        concurrency,
        together_tokens_per_second: hundredths(togetherSpeed),
        decode_tokens_per_second: hundredths(decodeSpeed),
        ttft_ms: hundredths(firstTokenMs),
      })),
    })),
    recommendation: encodeRecommendation(run.results),
  }
}

function encodeResult(result: BenchmarkResult): EncodedResult {
  return {
    model: result.model,
    device: result.device,
    prompt_tokens: result.promptTokens,
    concurrency: result.concurrency,
    max_tokens: result.maxTokens,
    created_at: result.atMs / 1000,
    success: result.measure !== null,
    error: result.error,
    measure: result.measure && encodeMeasure(result.measure),
    subject: result.subject && encodeSubject(result.subject),
  }
}

function encodeMeasure(measure: Measure): NonNullable<EncodedResult['measure']> {
  const { engine } = measure
  return {
    load_ms: measure.loadMs === null ? null : hundredths(measure.loadMs),
    prompt_tokens: measure.promptTokens,
    completion_tokens: measure.completionTokens,
    ttft_ms: encodeSpread(measure.firstTokenMs),
    total_ms: encodeSpread(measure.totalMs),
    prefill_tokens_per_second: encodeSpread(measure.prefillSpeed),
    decode_tokens_per_second: encodeSpread(measure.decodeSpeed),
    together_tokens_per_second: encodeSpread(measure.togetherSpeed),
    inter_token_ms: { p50: hundredths(measure.interTokenP50Ms), p95: hundredths(measure.interTokenP95Ms) },
    engine: engine && {
      prefill_tokens_per_second: encodeSpread(engine.prefillSpeed),
      decode_tokens_per_second: encodeSpread(engine.decodeSpeed),
    },
    resident_bytes: measure.residentBytes,
    joules_per_token: measure.joulesPerToken && unrounded(measure.joulesPerToken),
  }
}

function encodeSubject(subject: Subject): NonNullable<EncodedResult['subject']> {
  return {
    engine_version: subject.engineVersion,
    fingerprint: subject.fingerprint,
    model_hash: subject.modelHash,
    parameters: subject.parameters,
    weight_bytes: subject.weightBytes,
    memory_bytes: subject.memoryBytes,
    context_length: subject.contextTokens,
    slots: subject.slots,
    threads: subject.threads,
    gpu_layers: subject.gpuLayers,
  }
}

/** The best of a run; `null`: nothing could be measured. */
export function encodeRecommendation(results: readonly BenchmarkResult[]): EncodedRun['recommendation'] {
  const place = bestOf(results)
  const best = place === null ? undefined : results[place]
  if (best === undefined || best.measure === null) return null
  const { firstTokenMs, loadMs } = best.measure
  const speed = ownSpeeds(best.measure).decodeSpeed.median
  return {
    model: best.model,
    device: best.device,
    prompt_tokens: best.promptTokens,
    concurrency: best.concurrency,
    reasons: [
      ...(speed === 0 ? [] : [`${hundredths(speed)} tokens a second after the first.`]),
      `${hundredths(firstTokenMs.median)} ms to the first token.`,
      ...(loadMs === null ? [] : [`${hundredths(loadMs)} ms to load.`]),
    ],
  }
}

export function encodeSpread(spread: Spread): { median: number; min: number; max: number } {
  const { median, min, max } = unrounded(spread)
  return { median: hundredths(median), min: hundredths(min), max: hundredths(max) }
}

/** A token costs less than a hundredth of a joule on small machines. */
function unrounded({ median, least, most }: Spread): { median: number; min: number; max: number } {
  return { median, min: least, max: most }
}
