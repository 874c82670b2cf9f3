import { type CodePointRange, characters, choice, type GrammarPart, literal, repeat, sequence } from '../part.ts'

/** Characters that stand for themselves inside a JSON string; surrogates are no characters. */
export const RAW_RANGES: readonly CodePointRange[] = [
  [0x20, 0x21],
  [0x23, 0x5b],
  [0x5d, 0xd7ff],
  [0xe000, 0x10ffff],
]

const HEX: GrammarPart = characters([
  [0x30, 0x39],
  [0x41, 0x46],
  [0x61, 0x66],
])

/** `\uXXXX` of anything but half a character. */
const UNICODE_ESCAPE: GrammarPart = sequence(
  literal('\\u'),
  choice(
    sequence(
      characters([
        [0x30, 0x39],
        [0x41, 0x43],
        [0x45, 0x46],
        [0x61, 0x63],
        [0x65, 0x66],
      ]),
      repeat(HEX, 3, 3),
    ),
    sequence(
      characters([
        [0x44, 0x44],
        [0x64, 0x64],
      ]),
      characters([[0x30, 0x37]]),
      repeat(HEX, 2, 2),
    ),
  ),
)

/** One character of a string, in any of JSON's spellings. */
export const STRING_CHARACTER: GrammarPart = choice(
  characters(RAW_RANGES),
  sequence(
    literal('\\'),
    characters([...'"/\\bfnrt'].map((c) => [c.charCodeAt(0), c.charCodeAt(0)] as const).toSorted(([a], [b]) => a - b)),
  ),
  UNICODE_ESCAPE,
)

/** A string of so many code points. */
export function textOfLength(min: number, max: number | null): GrammarPart {
  return sequence(literal('"'), repeat(STRING_CHARACTER, min, max), literal('"'))
}

export const ANY_TEXT: GrammarPart = textOfLength(0, null)
