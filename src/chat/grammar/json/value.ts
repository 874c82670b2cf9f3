import { choice, type GrammarPart, literal, optional, type Rule, repeat, rule, sequence } from '../part.ts'
import { ANY_NUMBER } from './number.ts'
import { SPACE } from './space.ts'
import { ANY_TEXT } from './text.ts'

/** `open item , item … close`, or no items at all. */
function list(open: string, item: GrammarPart, close: string): GrammarPart {
  const more = sequence(literal(','), SPACE, item, SPACE)
  return sequence(literal(open), SPACE, optional(sequence(item, SPACE, repeat(more, 0, null))), literal(close))
}

function objectOf(value: GrammarPart): GrammarPart {
  return list('{', sequence(ANY_TEXT, SPACE, literal(':'), SPACE, value), '}')
}

/** Any JSON value. */
export const anyValue: Rule = rule('value', (value) =>
  choice(
    objectOf(value),
    rule('array', () => list('[', value, ']')),
    ANY_TEXT,
    ANY_NUMBER,
    literal('true'),
    literal('false'),
    literal('null'),
  ),
)

/** Any JSON object. */
export const anyObject: Rule = rule('object', () => objectOf(anyValue))

/** Any JSON array. */
export const anyArray: Rule = rule('array', () => list('[', anyValue, ']'))
