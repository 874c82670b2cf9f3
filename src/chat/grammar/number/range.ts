import { anyOfTexts } from '../automaton/operations.ts'
import { AS_IS, partOf } from '../automaton/part.ts'
import { SAFE_DIGITS } from '../json/number.ts'
import { Lru } from '../lru.ts'
import { choice, type GrammarPart, IMPOSSIBLE, literal, sequence } from '../part.ts'
import { type Decimal, decimalOf, unitsAt } from './decimal.ts'
import { type Magnitudes, magnitudes } from './magnitude.ts'

/** Numbers to be written: bounds as JSON has them, `null` for none. */
export interface NumberRange {
  readonly min: Limit | null
  readonly max: Limit | null
  /** Multiples of this only; `null`: any. */
  readonly step: Decimal | null
}

export interface Limit {
  readonly value: number
  readonly exclusive: boolean
}

/** So few multiples are listed one by one. */
const LISTED = 1000

/** Digits after the point, where nothing else says how many. */
const FRACTION_DIGITS = 9

/** Digits of the multiples of a step, where no bound says how far they go: few enough for divisions by doubles. */
const STEP_DIGITS = 9

/** Integers are exact up to here, whatever reads them. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Schemas ask for the same ranges again and again. */
const kept = new Lru<GrammarPart>(256)

/**
 * The decimal spellings of the numbers in a range, without exponents: whole ones up to 2^53 when every step is whole,
 * others of at most fifteen digits, so that no two of them are one double and none rounds across a bound.
 */
export function numbersIn(range: NumberRange): GrammarPart {
  const { min, max, step } = range
  const key = [min?.value, min?.exclusive, max?.value, max?.exclusive, step?.units, step?.places].join(' ')
  return kept.get(key, () => spelledIn(range))
}

function spelledIn({ min, max, step }: NumberRange): GrammarPart {
  const places = step?.places ?? FRACTION_DIGITS
  const units = step?.units ?? 1n
  const whole = step !== null && places === 0
  const open = step !== null && (units > 1n || places > 0) ? 10n ** BigInt(STEP_DIGITS) : null
  const furthest = whole ? SAFE : 10n ** BigInt(SAFE_DIGITS + places) - 1n
  const least = min === null ? -(open ?? furthest) : larger(lowest(min, places), -furthest)
  const most = max === null ? (open ?? furthest) : smaller(highest(max, places), furthest)
  if (least > most) return IMPOSSIBLE
  if ((most - least) / units < LISTED) return listed(least, most, units, places)
  const grid = { places, digits: whole ? SAFE.toString().length : SAFE_DIGITS }
  const zero = least <= 0n && most >= 0n ? literal('0') : IMPOSSIBLE
  const positive = spelled({ ...grid, step: units, min: larger(least, 1n), max: most })
  const negative = spelled({ ...grid, step: units, min: larger(-most, 1n), max: -least })
  return choice(zero, positive, sequence(literal('-'), negative))
}

/** Zeros at the end of the step are zeros at the end of every multiple. */
function spelled(range: Magnitudes): GrammarPart {
  if (range.min > range.max) return IMPOSSIBLE
  let { min, max, step } = range
  let zeros = ''
  for (; range.places === 0 && step % 10n === 0n; step /= 10n) {
    min = (min + 9n) / 10n
    max /= 10n
    zeros += '0'
  }
  return sequence(partOf(magnitudes({ ...range, min, max, step }), AS_IS), literal(zeros))
}

function listed(least: bigint, most: bigint, step: bigint, places: number): GrammarPart {
  const texts: string[] = []
  const first = unitsAt({ units: least, places: 0 }, 0, 'up')
  const offset = ((first % step) + step) % step
  for (let units = offset === 0n ? first : first + step - offset; units <= most; units += step) {
    texts.push(...spellings(units, places))
  }
  return partOf(anyOfTexts(texts), AS_IS)
}

/** With and without zeros at the end of the fraction, as far as the shortest and the longest go. */
function spellings(units: bigint, places: number): readonly string[] {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  if (places === 0) return [sign + digits]
  const long = `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
  return [...new Set([long, long.replace(/\.?0+$/, '')])]
}

function lowest({ value, exclusive }: Limit, places: number): bigint {
  const decimal = decimalOf(value)
  const units = unitsAt(decimal, places, 'up')
  return exclusive && decimal.places <= places ? units + 1n : units
}

function highest({ value, exclusive }: Limit, places: number): bigint {
  const decimal = decimalOf(value)
  const units = unitsAt(decimal, places, 'down')
  return exclusive && decimal.places <= places ? units - 1n : units
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
