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
