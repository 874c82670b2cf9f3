import { alphabetOf } from '../automaton/alphabet.ts'
import { type Dfa, explore } from '../automaton/dfa.ts'

/** Numbers of one sign, in units of 10^-`places`: from `min` to `max`, both included, multiples of `step`. */
export interface Magnitudes {
  readonly min: bigint
  readonly max: bigint
  readonly step: bigint
  /** Digits after the point at most. */
  readonly places: number
  /** Digits in all at most. */
  readonly digits: number
}

/** What has been read of a number. */
interface Progress {
  /** Digits before the point. */
  readonly whole: number
  /** Digits after it; `null`: there is no point yet. */
  readonly fraction: number | null
  readonly zero: boolean
  /** The digits so far, against the first so many of each bound. */
  readonly toMin: Comparison
  readonly toMax: Comparison
  readonly remainder: number
}

type Comparison = -1 | 0 | 1

const POINT = '.'
const SYMBOLS = [POINT, ...'0123456789']
const ALPHABET = alphabetOf(SYMBOLS.map((symbol) => [[symbol.charCodeAt(0), symbol.charCodeAt(0)]]))
/** What each symbol of the alphabet stands for; `null`: no part of a number. */
const MEANINGS = ALPHABET.map(([range]) => SYMBOLS.find((symbol) => symbol.charCodeAt(0) === range?.[0]) ?? null)

/** The decimal spellings of these numbers, without sign or exponent, digit by digit. */
export function magnitudes({ min, max, step, places, digits }: Magnitudes): Dfa {
  const lower = new Bound(min, places)
  const upper = new Bound(max, places)
  const modulus = Number(step)
  const shift = (remainder: number, times: number) => {
    let shifted = remainder % modulus
    for (let count = 0; count < times; count++) shifted = (shifted * 10) % modulus
    return shifted
  }

  const read = (at: Progress, symbol: string): Progress | null => {
    if (symbol === POINT) return point(at)
    const digit = Number(symbol)
    if (at.whole + (at.fraction ?? 0) >= digits) return null
    const remainder = (at.remainder * 10 + digit) % modulus
    if (at.fraction === null) {
      if ((at.whole > 0 && at.zero) || at.whole >= upper.whole.length) return null
      const whole = at.whole + 1
      const toMin = compare(at.toMin, symbol, lower.whole[at.whole])
      const toMax = compare(at.toMax, symbol, upper.whole[at.whole])
      return { whole, fraction: null, zero: at.whole === 0 && digit === 0, toMin, toMax, remainder }
    }
    if (at.fraction >= places) return null
    const toMin = compare(at.toMin, symbol, lower.fraction[at.fraction])
    const toMax = compare(at.toMax, symbol, upper.fraction[at.fraction])
    return { ...at, fraction: at.fraction + 1, toMin, toMax, remainder }
  }

  /** The whole part is known: longer is larger. */
  const point = (at: Progress): Progress | null => {
    if (at.whole === 0 || at.fraction !== null || places === 0) return null
    return { ...at, fraction: 0, toMin: lower.decided(at.whole, at.toMin), toMax: upper.decided(at.whole, at.toMax) }
  }

  const fits = (at: Progress): boolean => {
    if (at.whole === 0 || at.fraction === 0) return false
    const fraction = at.fraction ?? 0
    if (shift(at.remainder, places - fraction) !== 0) return false
    const toMin = at.fraction === null ? lower.decided(at.whole, at.toMin) : at.toMin
    const toMax = at.fraction === null ? upper.decided(at.whole, at.toMax) : at.toMax
    // What isn't written is zeros.
    return (toMin > 0 || (toMin === 0 && lower.isZeroFrom(fraction))) && toMax <= 0
  }

  const start: Progress = { whole: 0, fraction: null, zero: false, toMin: 0, toMax: 0, remainder: 0 }
  return explore<Progress>(
    ALPHABET,
    start,
    (at) => `${at.whole} ${at.fraction} ${at.zero} ${at.toMin} ${at.toMax} ${at.remainder}`,
    (at) => ({
      accepting: fits(at),
      next: MEANINGS.map((symbol) => (symbol === null ? null : read(at, symbol))),
    }),
  )
}

/** One end of the range, as digits. */
class Bound {
  readonly whole: string
  readonly fraction: string

  constructor(units: bigint, places: number) {
    const text = units.toString().padStart(places + 1, '0')
    this.whole = text.slice(0, text.length - places)
    this.fraction = text.slice(text.length - places)
  }

  /** How a number with so many digits before the point, and this comparison so far, compares by them. */
  decided(digits: number, soFar: Comparison): Comparison {
    if (digits === this.whole.length) return soFar
    return digits < this.whole.length ? -1 : 1
  }

  isZeroFrom(place: number): boolean {
    return /^0*$/.test(this.fraction.slice(place))
  }
}

/** Two numbers of which all digits but the last were compared already. */
function compare(soFar: Comparison, digit: string, other: string | undefined): Comparison {
  if (soFar !== 0 || other === undefined || digit === other) return soFar
  return digit < other ? -1 : 1
}
