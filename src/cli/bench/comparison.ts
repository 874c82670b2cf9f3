import type { BenchmarkRun, Spread } from '../../core/benchmark.ts'
import { rawSpread, rowsOf } from './rows.ts'
import { rawCell, type Sheet } from './sheet.ts'

const NOTHING_COMMON = 'These runs have no test in common: the same model on the same device, asked in the same way.'

const RAW_HEADINGS = [
  ...['model', 'device', 'test', 'a_median_ts', 'a_min_ts', 'a_max_ts', 'b_median_ts', 'b_min_ts', 'b_max_ts'],
  ...['gain', 'verdict'],
]

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
  const note = rows.length === 0 ? NOTHING_COMMON : null
  const data = {
    a: first.id,
    b: second.id,
    same_hardware: first.hardware.fingerprint === second.hardware.fingerprint,
    rows,
    note,
  }
  return {
    ...(note !== null && { note }),
    headings: ['model', 'device', 'test', 'A t/s', 'B t/s', 'B / A', ''],
    rows: rows.map(({ model, device, test, a, b, gain, verdict: word }) => [
      ...[model, device, test, figure(a), figure(b), gain === null ? '–' : gain.toFixed(2), word],
    ]),
    data,
    raw: {
      headings: RAW_HEADINGS,
      rows: rows.map(({ model, device, test, a, b, gain, verdict: word }) => [
        ...[model, device, test, ...rawSpread(a), ...rawSpread(b), rawCell(gain), word],
      ]),
    },
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
