import { characters, choice, type GrammarPart, literal, NOTHING_MORE, optional, repeat, sequence } from '../part.ts'

/** Every integer of so many digits is a double, and so is every decimal a distinct one. */
export const SAFE_DIGITS = 15

export const DIGIT: GrammarPart = characters([[0x30, 0x39]])
const FIRST_DIGIT: GrammarPart = characters([[0x31, 0x39]])

/** A whole number of at most fifteen digits, without a sign. */
const NATURAL: GrammarPart = choice(literal('0'), sequence(FIRST_DIGIT, repeat(DIGIT, 0, SAFE_DIGITS - 1)))

export const ANY_INTEGER: GrammarPart = sequence(optional(literal('-')), NATURAL)

/** A number that every reader can hold: at most fifteen digits before and after the point, exponents of two. */
export const ANY_NUMBER: GrammarPart = sequence(
  ANY_INTEGER,
  optional(sequence(literal('.'), repeat(DIGIT, 1, SAFE_DIGITS))),
  optional(
    sequence(
      characters([
        [0x45, 0x45],
        [0x65, 0x65],
      ]),
      choice(literal('+'), literal('-'), NOTHING_MORE),
      repeat(DIGIT, 1, 2),
    ),
  ),
)
