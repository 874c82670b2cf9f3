import { choice, literal, sequence } from '../../grammar/part.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { orAsText } from '../json-format.ts'
import { beginsWith, oneOrMore, space } from '../language.ts'
import { namedCall } from '../named-call.ts'
import type { Scan, Source } from '../source.ts'

const OPEN = '<function='
const CLOSE = '</function>'

/** Functionary 3.1: `<function=name>{…}</function>`. */
export const functionaryV31: ToolFormat = {
  name: 'functionary-v3.1',
  shownTokens: [],
  triggers: () => [beginsWith(OPEN.slice(0, -1))],
  calls(tools, parallel) {
    const named = tools.map((tool) => sequence(literal(`${OPEN}${tool.name}>`), tool.arguments, literal(CLOSE)))
    return oneOrMore(choice(...named), space, parallel)
  },
  *read(source, tools) {
    while ((yield* source.sayUntil([OPEN])) !== null) yield* orAsText(source, OPEN, () => call(source, tools))
  },
}

function* call(source: Source, tools: OfferedTools): Scan<boolean> {
  const { text, marker } = yield* source.upTo(['>', '\n'])
  if (marker !== '>' || !(yield* namedCall(source, text.trim(), tools))) return false
  yield* source.skipSpace()
  yield* source.take(CLOSE)
  return true
}
