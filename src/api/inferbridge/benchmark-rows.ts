import { hundredths, scoresOf, wholeSpeed } from '../../benchmarks/standing.ts'
import type { BenchmarkResult, BenchmarkRun } from '../../core/benchmark.ts'
import { encodeSpread } from '../benchmarks/encode.ts'
import type { Entry } from './models/entry.ts'

const CAVEAT = 'Measured on this machine, with this prompt; other prompts and a busy machine give other figures.'

/** A run with a row for each model and device. */
export function encodeRun(run: BenchmarkRun, entries: ReadonlyMap<string, Entry>) {
  const scores = scoresOf(run.results)
  const results = run.results.map((result, index) => ({
    run_id: run.id,
    ...encodeResult(result, entries.get(result.model)),
    timestamp: result.atMs / 1000,
    runs: run.settings.runs,
    score: scores[index] ?? 0,
  }))
  return {
    run_id: run.id,
    created_at: run.createdMs / 1000,
    finished_at: run.finishedMs / 1000,
    prompt: run.settings.prompt ?? '',
    max_tokens: run.settings.maxTokens,
    runs_per_combo: run.settings.runs,
    mock: false,
    hardware: { cpu: run.hardware.cpu, cores: run.hardware.cores, memory_bytes: run.hardware.memoryBytes },
    results,
    recommendation: recommend(results),
    caveat: CAVEAT,
  }
}

/** What a recommendation is made of. */
type Row = ReturnType<typeof encodeResult> & { readonly score: number }

function encodeResult({ model, device, error, measure, subject }: BenchmarkResult, entry: Entry | undefined) {
  return {
    model_id: model,
    source_model: entry?.source_model ?? '',
    backend: entry?.backend ?? 'openvino-genai',
    weight_format: entry?.weight_format ?? 'int4',
    requested_device: device,
    actual_device: measure && !/^(AUTO|MULTI|HETERO)/.test(device) ? device : null,
    load_time_ms: measure && hundredths(measure.loadMs ?? 0),
    time_to_first_token_ms: measure && hundredths(measure.firstTokenMs.median),
    total_latency_ms: measure && hundredths(measure.totalMs.median),
    prompt_tokens: measure?.promptTokens ?? 0,
    completion_tokens: measure?.completionTokens ?? 0,
    tokens_sec: measure && hundredths(wholeSpeed(measure)),
    prefill_tokens_sec: measure && encodeSpread(measure.prefillSpeed),
    decode_tokens_sec: measure && encodeSpread(measure.decodeSpeed),
    inter_token_ms: measure && { p50: hundredths(measure.interTokenP50Ms), p95: hundredths(measure.interTokenP95Ms) },
    memory_bytes: subject?.memoryBytes ?? null,
    engine_version: subject?.engineVersion ?? null,
    fingerprint: subject?.fingerprint ?? null,
    success: measure !== null,
    error,
  }
}

/** The best of a run. */
export function recommend(rows: readonly Row[]) {
  const best = rows.filter(({ success }) => success).toSorted((a, b) => b.score - a.score)[0]
  if (best === undefined) {
    const summary = 'Nothing could be measured; the errors say why.'
    return {
      model_id: null,
      requested_device: null,
      actual_device: null,
      score: 0,
      summary,
      rationale: [] as readonly string[],
      caveat: CAVEAT,
    }
  }
  return {
    model_id: best.model_id,
    requested_device: best.requested_device,
    actual_device: best.actual_device,
    score: best.score,
    summary: `${best.model_id} on ${best.requested_device} did best.`,
    rationale: [
      `${best.tokens_sec} tokens a second, its prompt included.`,
      `${best.time_to_first_token_ms} ms to the first token.`,
      `${best.load_time_ms} ms to load.`,
    ],
    caveat: CAVEAT,
  }
}
