import type { BenchmarkResult, BenchmarkRun, Spread } from '../../core/benchmark.ts'
import { byteSize } from '../table.ts'
import type { Sheet } from './sheet.ts'

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
  /** Tokens a second; `null`: it failed. */
  readonly speed: Spread | null
  readonly error: string | null
  readonly subject: BenchmarkResult['subject']
}

/** By the engine's own clock where it tells one and one answer is measured, as llama-bench does. */
export function rowsOf(run: BenchmarkRun): readonly BenchRow[] {
  return run.results.flatMap((result) => {
    const { model, device, promptTokens, concurrency, maxTokens, measure, error, subject } = result
    const side = concurrency > 1 ? ` ${concurrency}x` : ''
    const prompt = promptTokens ?? measure?.promptTokens ?? 0
    const reading = { test: `pp${prompt}${side}`, speed: (measure?.engine ?? measure)?.prefillSpeed ?? null }
    const depth = promptTokens === SHORT_PROMPT ? '' : ` @ ${prompt}`
    const alone = (measure?.engine ?? measure)?.decodeSpeed ?? null
    const writing = {
      test: `tg${promptTokens === SHORT_PROMPT ? maxTokens - 1 : maxTokens}${depth}${side}`,
      speed: concurrency > 1 ? (measure?.togetherSpeed ?? null) : alone,
    }
    const tests = [
      ...(promptTokens === SHORT_PROMPT ? [] : [reading]),
      ...(maxTokens === SHORT_ANSWER ? [] : [writing]),
    ]
    return tests.map((test) => ({ model, device, ...test, error, subject }))
  })
}

const HEADINGS = ['model', 'size', 'params', 'engine', 'threads', 'ngl', 'test', 't/s', 'range']

/** Runs as llama-bench prints them; their failures are told in the place of figures. */
export function sheetOf(runs: readonly BenchmarkRun[], data: unknown): Sheet {
  const rows = runs
    .flatMap(rowsOf)
    .map(({ model, test, speed, error, subject }) => [
      model,
      subject === null ? '' : byteSize(subject.weightBytes),
      subject === null ? '' : parameters(subject.parameters),
      subject?.engineVersion ?? '',
      String(subject?.threads ?? ''),
      String(subject?.gpuLayers ?? ''),
      test,
      speed === null ? 'failed' : speed.median.toFixed(2),
      speed === null ? (error ?? '') : `${speed.least.toFixed(2)} – ${speed.most.toFixed(2)}`,
    ])
  return { headings: HEADINGS, rows, data }
}

/** `2.02 M`, `7.62 B` */
function parameters(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(2)} B` : `${(count / 1e6).toFixed(2)} M`
}

/** The tests that both runs have, and how many times faster the second one is. */
export function comparisonOf([first, second]: readonly [BenchmarkRun, BenchmarkRun]): Sheet {
  const others = rowsOf(second)
  const rows = rowsOf(first).flatMap((row) => {
    const other = others.find(
      ({ model, device, test }) => model === row.model && device === row.device && test === row.test,
    )
    if (other === undefined) return []
    const gain = row.speed && other.speed && row.speed.median > 0 ? other.speed.median / row.speed.median : null
    return [
      {
        model: row.model,
        device: row.device,
        test: row.test,
        a: row.speed,
        b: other.speed,
        gain,
        verdict: verdict(row.speed, other.speed),
      },
    ]
  })
  const data = {
    a: first.id,
    b: second.id,
    same_hardware: first.hardware.fingerprint === second.hardware.fingerprint,
    rows,
  }
  return {
    headings: ['model', 'device', 'test', 'A t/s', 'B t/s', 'B / A', ''],
    rows: rows.map(({ model, device, test, a, b, gain, verdict: word }) => [
      ...[model, device, test, figure(a), figure(b), gain === null ? '–' : gain.toFixed(2), word],
    ]),
    data,
  }
}

function figure(speed: Spread | null): string {
  return speed === null ? 'failed' : speed.median.toFixed(2)
}

/** Only what their ranges don't share. */
function verdict(a: Spread | null, b: Spread | null): string {
  if (a === null || b === null) return ''
  return b.least > a.most ? 'better' : b.most < a.least ? 'worse' : 'unclear'
}
