import { describe, expect, it } from 'vitest'
import { matches } from '../../../../test/grammar/matches.ts'
import { isSatisfiable } from '../possible.ts'
import { type NumberRange, numbersIn } from './range.ts'

const WHOLE = { units: 1n, places: 0 }

function range(min: number | null, max: number | null, more: Partial<NumberRange> = {}, exclusive = false) {
  const limit = (value: number | null) => (value === null ? null : { value, exclusive })
  return numbersIn({ min: limit(min), max: limit(max), step: null, ...more })
}

describe('numbersIn', () => {
  it.each([
    [13, 257],
    [0, 9],
    [-5, 5],
    [-120, -7],
    [1, 100_000],
    [-1, 12_345],
    [99, 1001],
    [0, 0],
    [1999, 20_001],
  ])('has the integers from %i to %i and no others', (min, max) => {
    const part = range(min, max, { step: WHOLE })
    for (const value of samples(min, max))
      expect([value, matches(part, String(value))]).toEqual([value, min <= value && value <= max])
    for (const text of ['', '-', '01', '1.0', '1e2', '+1', '-0']) expect(matches(part, text)).toBe(false)
  })

  it.each([
    [7, 0, 3000],
    [60, -7200, 7200],
    [9, null, null],
    [11, 5, null],
    [2, null, -3],
  ])('has the multiples of %i from %s to %s', (step, min, max) => {
    const part = range(min, max, { step: { units: BigInt(step), places: 0 } })
    for (let value = -500; value <= 500; value++) {
      const fits = value % step === 0 && value >= (min ?? -Infinity) && value <= (max ?? Infinity)
      expect([value, matches(part, String(value))]).toEqual([value, fits])
    }
  })

  it.each([
    [0.5, 2.25, false],
    [0, 1, true],
    [-1.5, 1.5, true],
    [9.99, 10.01, false],
    [0.001, 0.01, true],
    [-3.25, -0.125, false],
    [99.9, 1000, true],
  ])('has the decimals from %d to %d (exclusive: %s)', (min, max, exclusive) => {
    const part = range(min, max, {}, exclusive)
    for (let thousandths = -4000; thousandths <= 12_000; thousandths += thousandths % 7 === 0 ? 1 : 13) {
      const value = thousandths / 1000
      const fits = exclusive ? min < value && value < max : min <= value && value <= max
      expect([value, matches(part, String(value))]).toEqual([value, fits])
    }
    for (const bound of [min, max]) expect(matches(part, String(bound))).toBe(!exclusive)
  })

  it('has the multiples of a fraction', () => {
    const cents = range(0, null, { step: { units: 1n, places: 2 } })
    for (const text of ['0', '0.1', '0.10', '12.34', '999.99'])
      expect([text, matches(cents, text)]).toEqual([text, true])
    for (const text of ['0.001', '-0.01', '.5', '1.', '00.1'])
      expect([text, matches(cents, text)]).toEqual([text, false])
    const halves = range(-2, 2, { step: { units: 5n, places: 1 } })
    for (const text of ['-2', '-1.5', '0', '0.5', '2.0']) expect([text, matches(halves, text)]).toEqual([text, true])
    for (const text of ['0.1', '2.5', '-2.5', '1.25']) expect([text, matches(halves, text)]).toEqual([text, false])
  })

  it('stays where no double rounds across a bound', () => {
    const part = range(null, 1, {}, true)
    expect(matches(part, '0.999999999')).toBe(true)
    expect(matches(part, '0.99999999999999999999')).toBe(false)
    expect(matches(range(0, null, { step: WHOLE }), '9007199254740991')).toBe(true)
    expect(matches(range(0, null, { step: WHOLE }), '9007199254740992')).toBe(false)
  })

  it.each([
    [2, 1],
    [1e300, null],
    [0.1, 0.2],
  ])('is impossible from %d to %s, where whole numbers are asked for', (min, max) => {
    expect(isSatisfiable(range(min, max, { step: WHOLE }))).toBe(false)
  })
})

/** Around both ends, and through the middle. */
function samples(min: number, max: number): number[] {
  const around = [min, max].flatMap((end) => Array.from({ length: 25 }, (_, at) => end - 12 + at))
  const through = Array.from({ length: 200 }, (_, at) => Math.round(min + ((max - min) * at) / 200))
  return [...around, ...through, 0, 10 * max + 1, -10 * max - 1]
}
