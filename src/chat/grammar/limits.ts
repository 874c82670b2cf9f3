/**
 * What a schema, a pattern or a grammar may cost. All are counts and none is a clock, so the same input is accepted on
 * every machine; together they keep compiling under about a second.
 */
export const LIMITS = {
  /** Steps of automata, counted by state and symbol; see `withinBudget`. */
  steps: 600_000,
  /** Subschemas looked at, a shared one as often as it is merged with others. */
  schemas: 20_000,
  /** Values of an `enum`, and items of a `prefixItems`. */
  listed: 10_000,
  /** Alternatives that a combination of `anyOf`, `oneOf` and `allOf` multiplies out to. */
  alternatives: 256,
  /** Members of an object that may be left out: the engine follows all that may come next. */
  optionalMembers: 1_000,
  /** Members of an object, times how many of them are counted. */
  countedMembers: 20_000,
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
  /** Places that parts which may be nothing lead to, in a grammar that a client wrote; see `crowding`. */
  crowding: 300,
  /** Ways to what a grammar begins with; see `beginningWays`. */
  beginningWays: 2_000_000,
} as const
