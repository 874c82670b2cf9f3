/** `units` × 10^-`places`, exactly. */
export interface Decimal {
  readonly units: bigint
  /** Digits after the point, at least 0. */
  readonly places: number
}

/** The decimal that JavaScript prints for this number: what JSON says, too. */
export function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const places = fraction.length - Number(exponent)
  const units = BigInt(whole + fraction)
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

/** The decimal in units of 10^-`places`, rounded down or up where it is finer. */
export function unitsAt({ units, places: own }: Decimal, places: number, round: 'down' | 'up'): bigint {
  if (own <= places) return units * 10n ** BigInt(places - own)
  const divisor = 10n ** BigInt(own - places)
  const quotient = units / divisor
  const exact = quotient * divisor === units
  if (exact) return quotient
  // BigInt division rounds towards zero.
  if (round === 'down') return units < 0n ? quotient - 1n : quotient
  return units > 0n ? quotient + 1n : quotient
}

/** The smallest number that both steps divide. */
export function commonStep(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  const left = unitsAt(a, places, 'down')
  const right = unitsAt(b, places, 'down')
  return { units: (left / greatestDivisor(left, right)) * right, places }
}

/** The same step with no zero at its end that isn't needed. */
export function shortest({ units, places }: Decimal): Decimal {
  let short = { units, places }
  while (short.places > 0 && short.units % 10n === 0n) {
    short = { units: short.units / 10n, places: short.places - 1 }
  }
  return short
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestDivisor(b, a % b)
}
