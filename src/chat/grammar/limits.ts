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
  /** Characters of a grammar that a client wrote. */
  userGrammarLength: 200_000,
  /** Texts of a `choice`. */
  choices: 10_000,
  /** Characters of any grammar, as it goes to the engine. */
  gbnfLength: 2_000_000,
  /** Ways to what a grammar begins with; see `beginningWays`. */
  beginningWays: 2_000_000,
} as const
