import { type Comparison, compare, unique } from '../../benchmarks/client/compare.ts'
import type { Result } from '../../benchmarks/client/rounds.ts'
import { type Spread, spread } from '../../benchmarks/client/statistics.ts'
import type { Summary } from '../../benchmarks/client/summary.ts'
import type { Target } from '../../benchmarks/client/target.ts'
import { table } from '../table.ts'

const HEADINGS = [
  ...['', 'clients', 'requests', 'failed', 'prompt', 'answer'],
  ...['TTFT p50', 'p95', 'p99 ms', 'gap p50', 'p95', 'p99 ms', 'tok/s', 'decode/s', 'req/s', 'good/s'],
]

/** Everything measured, for people: a line for each target and level, the median of its rounds. */
export function report(targets: readonly Target[], results: readonly Result[]): string {
  const names = targets.map((target, i) => `${letterOf(i)}  ${target.url}  ${target.model}`)
  const rows = unique(results.map((result) => result.concurrency)).flatMap((concurrency) =>
    targets.map((_, target) => {
      const mine = results.filter((result) => result.target === target && result.concurrency === concurrency)
      return [letterOf(target), String(concurrency), ...cells(mine.map((result) => result.summary))]
    }),
  )
  const failures = results.flatMap(({ target, summary }) =>
    summary.failure === null ? [] : [`${letterOf(target)} failed: ${summary.failure}`],
  )
  const notes = [...unique(failures), ...bursts(results)].join('\n')
  const sections = [names.join('\n'), table(HEADINGS, rows), notes, gains(compare(results))]
  return sections.filter((section) => section !== '').join('\n\n')
}

/** Of each target, how many answers its decode/s leaves out. */
function bursts(results: readonly Result[]): readonly string[] {
  return unique(results.map(({ target }) => target)).flatMap((target) => {
    const summaries = results.filter((result) => result.target === target).map(({ summary }) => summary)
    const count = summaries.reduce((sum, each) => sum + each.bursts, 0)
    const all = summaries.reduce((sum, each) => sum + each.requests - each.failures, 0)
    return count === 0
      ? []
      : [
          `${letterOf(target)}: ${count} of ${all} answers came in one piece, which tells no decode/s; they are left out of it.`,
        ]
  })
}

function cells(summaries: readonly Summary[]): string[] {
  const total = (of: (summary: Summary) => number) => String(summaries.reduce((sum, one) => sum + of(one), 0))
  const median = (digits: number, of: (summary: Summary) => number | null) => {
    const middle = spread(summaries.flatMap((summary) => of(summary) ?? []))
    return middle === null ? '–' : middle.median.toFixed(digits)
  }
  return [
    total((summary) => summary.requests),
    total((summary) => summary.failures),
    median(0, (summary) => summary.promptTokens),
    median(0, (summary) => summary.completionTokens),
    median(1, (summary) => summary.ttftMs.p50),
    median(1, (summary) => summary.ttftMs.p95),
    median(1, (summary) => summary.ttftMs.p99),
    median(2, (summary) => summary.gapMs.p50),
    median(2, (summary) => summary.gapMs.p95),
    median(2, (summary) => summary.gapMs.p99),
    median(1, (summary) => summary.tokensPerSecond),
    median(1, (summary) => summary.decodePerSecond),
    median(2, (summary) => summary.requestsPerSecond),
    median(2, (summary) => summary.goodPerSecond),
  ]
}

function gains(comparisons: readonly Comparison[]): string {
  if (comparisons.length === 0) return ''
  const rows = comparisons.map(({ target, concurrency, metric, gain }) => [
    `${letterOf(target)} / A`,
    String(concurrency),
    metric,
    ...(gain === null
      ? ['–', '', '']
      : [gain.median.toFixed(2), `${gain.min.toFixed(2)} – ${gain.max.toFixed(2)}`, verdict(gain)]),
  ])
  return `Times better than A, the median of rounds and their range:\n${table(['', 'clients', 'metric', 'gain', 'range', ''], rows)}`
}

/** Only what every round agrees on. */
function verdict({ min, max }: Spread): string {
  return min > 1 ? 'better' : max < 1 ? 'worse' : 'unclear'
}

/** What a target is called beside others: `A`, `B`. */
export function letterOf(target: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + target)
}
