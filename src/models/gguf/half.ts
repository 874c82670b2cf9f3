/** IEEE 754 half precision, which Node 20 has no type for. */

/** The 16 bits of the nearest half-precision number; ties go to even, too large becomes infinity. */
export function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const magnitude = Math.abs(value)
  if (Number.isNaN(value)) return 0x7e00
  if (magnitude >= 65520) return sign | 0x7c00
  // Below 2^-14 numbers are subnormal: a fixed step of 2^-24. A carry out of the mantissa lands in the exponent.
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)))
  const steps = roundHalfEven(magnitude / 2 ** (exponent - 10))
  return sign | (steps < 1024 ? steps : ((exponent + 15) << 10) + (steps - 1024))
}

/** The same for a single-precision number given as its bits: integers alone, for whole tensors. */
export function halfOfFloatBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000
  const magnitude = bits & 0x7fffffff
  if (magnitude > 0x7f800000) return 0x7e00
  if (magnitude >= HALF_INFINITY_FROM) return sign | 0x7c00
  if (magnitude < HALF_NORMAL_FROM) {
    // Subnormal: the mantissa, its leading one written out, shifted to steps of 2^-24.
    const shift = 126 - (magnitude >>> 23)
    if (shift > 24) return sign
    return sign | shiftHalfEven((magnitude & 0x7fffff) | 0x800000, shift)
  }
  // A carry out of the mantissa lands in the exponent.
  return sign | shiftHalfEven(magnitude - EXPONENT_DIFFERENCE, 13)
}

/** 65520 as a float's bits: halfway from the largest half to the next that there would be. */
const HALF_INFINITY_FROM = 0x477ff000
/** 2^-14 as a float's bits. */
const HALF_NORMAL_FROM = 0x38800000
/** A float's exponent is biased by 127, a half's by 15. */
const EXPONENT_DIFFERENCE = (127 - 15) << 23

function shiftHalfEven(value: number, shift: number): number {
  const floor = value >>> shift
  const rest = value & ((1 << shift) - 1)
  const half = 1 << (shift - 1)
  return rest > half || (rest === half && (floor & 1) === 1) ? floor + 1 : floor
}

/** The number that 16 half-precision bits stand for. */
export function halfValue(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const mantissa = bits & 1023
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25))
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  const rest = value - floor
  if (rest !== 0.5) return rest < 0.5 ? floor : floor + 1
  return floor % 2 === 0 ? floor : floor + 1
}
