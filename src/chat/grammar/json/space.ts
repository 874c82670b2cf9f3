import { characters, choice, type GrammarPart, literal, NOTHING_MORE, repeat, sequence } from '../part.ts'

/** A line is indented by no more than this. */
const MAX_INDENTATION = 20

/**
 * The white space between the tokens of JSON: none, one space, or a line break and its indentation. Models write one
 * of these; any amount would let a confused one write blanks for ever.
 */
export const SPACE: GrammarPart = choice(
  NOTHING_MORE,
  literal(' '),
  sequence(
    literal('\n'),
    repeat(
      characters([
        [0x09, 0x09],
        [0x20, 0x20],
      ]),
      0,
      MAX_INDENTATION,
    ),
  ),
)
