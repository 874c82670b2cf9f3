import { AS_IS, type Spelling } from '../automaton/part.ts'
import { jsonSpelling } from '../json/spelling.ts'
import { type GrammarPart, literal } from '../part.ts'
import { GrammarRefusal } from '../refusal.ts'

/** How a text is written where the model writes it. */
export interface TextSpelling {
  readonly characters: Spelling
  /** Throws a GrammarRefusal for what can't be written. */
  literal(text: string): GrammarPart
}

/** As it is. */
export const PLAINLY: TextSpelling = {
  characters: AS_IS,
  literal(text) {
    if (text.includes('\0')) throw new GrammarRefusal('has a NUL in a text')
    return literal(text)
  },
}

/** Inside a JSON string, each character in one spelling only. */
export const IN_JSON: TextSpelling = {
  characters: jsonSpelling,
  literal: (text) => literal(JSON.stringify(text).slice(1, -1)),
}
