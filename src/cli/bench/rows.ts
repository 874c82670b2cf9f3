import { type BenchmarkResult, type BenchmarkRun, ownSpeeds, type Spread } from '../../core/benchmark.ts'
import { byteSize } from '../table.ts'
import { rawCell, type Sheet } from './sheet.ts'

/** Tokens of the prompt before an answer of which only the writing counts: the fewest there can be. */
export const SHORT_PROMPT = 8
/** Tokens of an answer of which only the reading of the prompt counts: as few as tell that it is read. */
export const SHORT_ANSWER = 2

/** One figure of a run, named as llama-bench names its tests. */
export interface BenchRow {
  readonly model: string
  readonly device: string
  /** `pp512`, `tg128`, `tg128 4x`, `tg128 @ 512` */
  readonly test: string
  /** Tokens that were read and written for it, and those that were there before. */
  readonly promptTokens: number
  readonly writtenTokens: number
  readonly depth: number
  readonly concurrency: number
  /** In milliseconds since the Unix epoch. */
  readonly atMs: number
  /** Tokens a second; `null`: it failed. */
  readonly speed: Spread | null
  readonly error: string | null
  readonly subject: BenchmarkResult['subject']
}

/** By the engine's own clock where it tells one and one answer is measured, as llama-bench does. */
export function rowsOf(run: BenchmarkRun): readonly BenchRow[] {
  return run.results.flatMap((result) => {
    const { model, device, promptTokens, concurrency, maxTokens, atMs, measure, error, subject } = result
    const side = concurrency > 1 ? ` ${concurrency}x` : ''
    const own = measure && ownSpeeds(measure)
    const prompt = promptTokens ?? measure?.promptTokens ?? 0
    const reading = {
      ...{ test: `pp${prompt}${side}`, promptTokens: prompt, writtenTokens: 0, depth: 0 },
      speed: own?.prefillSpeed ?? null,
    }
    const alone = own?.decodeSpeed ?? null
    const depth = promptTokens === SHORT_PROMPT ? 0 : prompt
    const writtenTokens = promptTokens === SHORT_PROMPT ? maxTokens - 1 : maxTokens
    const writing = {
      ...{
        test: `tg${writtenTokens}${depth === 0 ? '' : ` @ ${depth}`}${side}`,
        promptTokens: 0,
        writtenTokens,
        depth,
      },
      speed: concurrency > 1 ? (measure?.togetherSpeed ?? null) : alone,
    }
    const tests = [
      ...(promptTokens === SHORT_PROMPT ? [] : [reading]),
      ...(maxTokens === SHORT_ANSWER ? [] : [writing]),
    ]
    return tests.map((test) => ({ model, device, ...test, concurrency, atMs, error, subject }))
  })
}

const HEADINGS = ['model', 'size', 'params', 'engine', 'threads', 'ngl', 'test', 't/s', 'range']

/** As llama-bench names its columns, where it has them. */
const RAW_HEADINGS = [
  ...['model', 'device', 'model_size', 'model_n_params', 'engine', 'n_threads', 'n_gpu_layers'],
  ...['test', 'n_prompt', 'n_gen', 'n_depth', 'concurrency', 'test_time', 'median_ts', 'min_ts', 'max_ts', 'error'],
]

/** Runs as llama-bench prints them; their failures are told in the place of figures. */
export function sheetOf(runs: readonly BenchmarkRun[], data: unknown): Sheet {
  const rows = runs.flatMap(rowsOf)
  return {
    headings: HEADINGS,
    rows: rows.map(cellsOf),
    data,
    raw: { headings: RAW_HEADINGS, rows: rows.map(rawCellsOf) },
  }
}

function cellsOf({ model, test, speed, error, subject }: BenchRow): string[] {
  return [
    model,
    subject === null ? '' : byteSize(subject.weightBytes),
    subject === null ? '' : parameters(subject.parameters),
    subject?.engineVersion ?? '',
    String(subject?.threads ?? ''),
    String(subject?.gpuLayers ?? ''),
    test,
    speed === null ? 'failed' : speed.median.toFixed(2),
    speed === null ? (error ?? '') : `${speed.least.toFixed(2)} – ${speed.most.toFixed(2)}`,
  ]
}

function rawCellsOf({ model, device, test, atMs, speed, error, subject, ...row }: BenchRow): string[] {
  return [
    ...[model, device, rawCell(subject?.weightBytes), rawCell(subject?.parameters), subject?.engineVersion ?? ''],
    ...[rawCell(subject?.threads), rawCell(subject?.gpuLayers), test],
    ...[row.promptTokens, row.writtenTokens, row.depth, row.concurrency].map(rawCell),
    ...[new Date(atMs).toISOString(), ...rawSpread(speed), error ?? ''],
  ]
}

/** Median, least and most; nothing of what failed. */
export function rawSpread(speed: Spread | null): string[] {
  return [speed?.median, speed?.least, speed?.most].map(rawCell)
}

/** `2.02 M`, `7.62 B` */
function parameters(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(2)} B` : `${(count / 1e6).toFixed(2)} M`
}
