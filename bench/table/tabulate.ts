import { pairedRatios, type Spread, spread } from '../../src/benchmarks/client/statistics.ts'
import { table } from '../../src/cli/table.ts'
import type { Line } from './scenarios.ts'

/** A line, and what each target came to, round by round. */
export interface Measured extends Line {
  readonly figures: readonly (readonly (number | null)[])[]
}

/** The first target beside each other: medians, and the ratio of each round's pair. */
export function tabulate(measured: readonly Measured[]): string {
  const targets = measured[0]?.figures.length ?? 0
  const letters = Array.from({ length: targets }, (_, i) => String.fromCharCode('A'.charCodeAt(0) + i))
  const others = letters.slice(1)
  const headings = ['', 'unit', ...letters, ...others.flatMap((letter) => [`${letter} / A`, 'range', ''])]
  const rows = measured.map(({ name, unit, better, figures }) => [
    name,
    unit,
    ...figures.map((each) => number(spread(each.flatMap((value) => value ?? []))?.median ?? null)),
    ...figures.slice(1).flatMap((each) => comparison(spread(pairedRatios(each, figures[0] ?? [])), better)),
  ])
  return table(headings, rows)
}

function comparison(ratio: Spread | null, better: Line['better']): readonly string[] {
  if (ratio === null) return ['–', '', '']
  const { median, min, max } = ratio
  return [median.toFixed(2), `${min.toFixed(2)} – ${max.toFixed(2)}`, verdict(ratio, better)]
}

/** Only what every round agrees on. */
function verdict({ min, max }: Spread, better: Line['better']): string {
  if (min > 1) return better === 'more' ? 'better' : 'worse'
  if (max < 1) return better === 'more' ? 'worse' : 'better'
  return 'unclear'
}

/** Three digits that mean something. */
function number(value: number | null): string {
  return value === null ? '–' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
