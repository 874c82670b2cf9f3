import type { Ranges } from '../automaton/ranges.ts'

/** A regular expression, parsed. */
export type Pattern =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'either'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number | null }
  /** `^` and `$`: the start and the end of the text. */
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }
  /** `(?=…)` and `(?!…)`. */
  | { readonly kind: 'ahead'; readonly part: Pattern; readonly negative: boolean }
