import { ANY_INTEGER, ANY_NUMBER } from '../json/number.ts'
import { commonStep, type Decimal, decimalOf, shortest } from '../number/decimal.ts'
import { type Limit, numbersIn } from '../number/range.ts'
import type { GrammarPart } from '../part.ts'
import type { Demand } from './demand.ts'
import { blaming } from './refusal.ts'

const WHOLE: Decimal = { units: 1n, places: 0 }

/** Ranges that formats of OpenAPI stand for. */
const FORMAT_RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
}

/** The numbers that meet a demand, as JSON. */
export function numberPart(demand: Demand): GrammarPart {
  const { min, max } = boundsOf(demand)
  const step = stepOf(demand)
  const free = min === null && max === null && demand.multiples.length === 0
  if (free) return step === null ? ANY_NUMBER : ANY_INTEGER
  const asked = demand.multiples[0] ?? demand.minimums[0] ?? demand.maximums[0]
  const keyword = demand.multiples.length > 0 ? 'multipleOf' : 'minimum'
  return blaming(keyword, asked?.pointer ?? '#', () => numbersIn({ min, max, step }))
}

/** The tightest bounds; of two at one value, the exclusive. */
export function boundsOf({ minimums, maximums, formats, integer }: Demand): {
  readonly min: Limit | null
  readonly max: Limit | null
} {
  const ranges = formats.flatMap(({ value }) => (integer && FORMAT_RANGES[value] ? [FORMAT_RANGES[value]] : []))
  const lows = [...minimums, ...ranges.map(([value]) => ({ value, exclusive: false }))]
  const highs = [...maximums, ...ranges.map(([, value]) => ({ value, exclusive: false }))]
  return {
    min: lows.toSorted((a, b) => b.value - a.value || Number(b.exclusive) - Number(a.exclusive))[0] ?? null,
    max: highs.toSorted((a, b) => a.value - b.value || Number(b.exclusive) - Number(a.exclusive))[0] ?? null,
  }
}

/** What every number is a multiple of; `null`: of anything. */
function stepOf({ multiples, integer }: Demand): Decimal | null {
  const steps = multiples.map(({ value }) => decimalOf(value))
  const [first, ...others] = integer ? [WHOLE, ...steps] : steps
  return first === undefined ? null : shortest(others.reduce(commonStep, first))
}
