/**
 * What a schema, a pattern or a grammar may cost. All are counts and none is a clock, so the same input is accepted on
 * every machine; together they keep compiling under about a second.
 */
export const LIMITS = {
  /** Subschemas looked at, a shared one as often as it is merged with others. */
  schemas: 20_000,
  /** Alternatives that a combination of `anyOf`, `oneOf` and `allOf` multiplies out to. */
  alternatives: 256,
  /** Characters of a pattern. */
  patternLength: 4_096,
  /** States of the automaton of a pattern. */
  states: 4_096,
  /** Length of the grammar as text. */
  gbnfLength: 2_000_000,
} as const
