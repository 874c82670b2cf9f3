import type { BenchmarkResult, BenchmarkRun } from '../../core/benchmark.ts'
import type { Entry } from './models/entry.ts'

const CAVEAT = 'Measured on this machine, with this prompt; other prompts and a busy machine give other figures.'

/** Points of a result, of a hundred; the rest is how long it took to load. */
const SHARES = { speed: 0.5, firstToken: 0.3, total: 0.1, load: 0.1 } as const
const FAILED = -25
/** From here on a long load costs up to a fifth. */
const LONG_LOAD_MS = 30_000
const LONG_LOAD_COST = 0.2

/** A run with a row for each model and device. */
export function encodeRun(run: BenchmarkRun, entries: ReadonlyMap<string, Entry>) {
  const scores = scoresOf(run.results)
  const results = run.results.map((result, index) => ({
    run_id: run.id,
    ...encodeResult(result, entries.get(result.model)),
    timestamp: result.atMs / 1000,
    runs: run.settings.runs,
    score: scores[index] ?? FAILED,
  }))
  return {
    run_id: run.id,
    created_at: run.createdMs / 1000,
    finished_at: run.finishedMs / 1000,
    prompt: run.settings.prompt,
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
    load_time_ms: measure && rounded(measure.loadMs ?? 0),
    time_to_first_token_ms: measure && rounded(measure.firstTokenMs.median),
    total_latency_ms: measure && rounded(measure.totalMs.median),
    prompt_tokens: measure?.promptTokens ?? 0,
    completion_tokens: measure?.completionTokens ?? 0,
    tokens_sec: measure && rounded(wholeSpeed(measure)),
    prefill_tokens_sec: measure && spread(measure.prefillSpeed),
    decode_tokens_sec: measure && spread(measure.decodeSpeed),
    inter_token_ms: measure && { p50: rounded(measure.interTokenP50Ms), p95: rounded(measure.interTokenP95Ms) },
    memory_bytes: subject?.memoryBytes ?? null,
    engine_version: subject?.engineVersion ?? null,
    fingerprint: subject?.fingerprint ?? null,
    success: measure !== null,
    error,
  }
}

/** With the prompt, as InferBridge counts. */
function wholeSpeed({ completionTokens, totalMs }: NonNullable<BenchmarkResult['measure']>): number {
  return totalMs.median > 0 ? (1000 * completionTokens) / totalMs.median : 0
}

function spread({ median, least, most }: { readonly median: number; readonly least: number; readonly most: number }) {
  return { median: rounded(median), min: rounded(least), max: rounded(most) }
}

/** InferBridge's: each against the best of the run. */
export function scoresOf(results: readonly BenchmarkResult[]): readonly number[] {
  const measured = results.flatMap(({ measure }) => measure ?? [])
  const best = {
    speed: Math.max(...measured.map(wholeSpeed)),
    firstToken: Math.min(...measured.map(({ firstTokenMs }) => firstTokenMs.median)),
    total: Math.min(...measured.map(({ totalMs }) => totalMs.median)),
    load: Math.min(...measured.map(({ loadMs }) => loadMs ?? 0)),
  }
  return results.map(({ measure }) => {
    if (measure === null) return FAILED
    const load = measure.loadMs ?? 0
    const late = Math.min(1, Math.max(0, load - LONG_LOAD_MS) / LONG_LOAD_MS)
    const points =
      SHARES.speed * share(wholeSpeed(measure), best.speed) +
      SHARES.firstToken * share(best.firstToken, measure.firstTokenMs.median) +
      SHARES.total * share(best.total, measure.totalMs.median) +
      SHARES.load * share(best.load, load) -
      LONG_LOAD_COST * late
    return rounded(100 * points)
  })
}

/** Nothing of nothing is as good as it gets. */
function share(part: number, whole: number): number {
  return whole <= 0 ? 1 : part / whole
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

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
