import { TrivetError } from '../../core/errors.ts'

const UNITS_MS = { h: 3_600_000, d: 86_400_000 } as const

/** Milliseconds since the Unix epoch: of `30d`, `12h`, or a time that a calendar has. Throws `invalid_value`. */
export function expiryOf(text: string, nowMs: number): number {
  const [, count, unit] = /^(\d+)([dh])$/.exec(text.trim()) ?? []
  if (count !== undefined && unit !== undefined) return nowMs + Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]
  const time = /^\d{4}-\d{2}-\d{2}/.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN
  if (Number.isNaN(time)) {
    const reason = `--expires: ${JSON.stringify(text)} is no time; say 30d, 12h or 2027-01-31.`
    throw new TrivetError('invalid_value', { reason })
  }
  return time
}
