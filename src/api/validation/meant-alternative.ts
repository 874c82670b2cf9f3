import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type UnionIssue = Extract<Issue, { code: 'invalid_union' }>

/**
 * Of a union's alternatives, the one that the client meant, by what is wrong with it: the one that the value fits
 * furthest. `null` when the value is of another type than any.
 */
export function meantAlternative(issue: UnionIssue, value: unknown): Issue | null {
  const firsts = issue.errors.flatMap((issues) => issues[0] ?? [])
  const fitting = firsts.filter((first) => first.path.length > 0 || fitsType(first, value))
  // Whatever is inside is looked at before the whole: a list that is only too long fits to its end.
  const whole = fitting.find(({ path, code }) => path.length === 0 && code !== 'invalid_value')
  if (whole) return whole
  const [furthest, ...others] = fitting.toSorted((a, b) => further(b.path, a.path))
  if (furthest === undefined || furthest.path.length === 0) return furthest ?? null
  const alike = others.filter((other) => further(other.path, furthest.path) === 0)
  if (alike.length === 0) return furthest
  // Several get as far as this place: there, the value is of another type than any of them wants, or fits one.
  const errors = [furthest, ...alike].map((one): Issue[] => [{ ...one, path: [] }])
  return { code: 'invalid_union', path: furthest.path, message: issue.message, errors }
}

/** The value is of the type that this alternative wants, and something else is wrong. */
function fitsType(issue: Issue, value: unknown): boolean {
  if (issue.code === 'invalid_type') return false
  return issue.code !== 'invalid_value' || issue.values.some((one) => typeof one === typeof value)
}

/** Whether a place is read after another: items in order, and what is inside after what is around. */
function further(a: readonly PropertyKey[], b: readonly PropertyKey[]): number {
  for (const [at, key] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    if (typeof key === 'number' && typeof other === 'number' && key !== other) return key - other
  }
  return a.length - b.length
}
