import { characters, choice, literal, optional, repeat, sequence } from '../../grammar/part.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { orAsText } from '../json-format.ts'
import { beginsWith, oneOrMore, space } from '../language.ts'
import { namedCall } from '../named-call.ts'
import type { Scan, Source } from '../source.ts'

const OPEN = '[TOOL_CALLS]'
const ARGUMENTS = '[ARGS]'
const CALL_ID = '[CALL_ID]'

const letterOrDigit = characters([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x61, 0x7a],
])

/** Mistral's tokenizers from v11 on: `[TOOL_CALLS]name[ARGS]{…}` for each call, at times with an id in between. */
export const mistralArgs: ToolFormat = {
  name: 'mistral-args',
  shownTokens: [OPEN, ARGUMENTS, CALL_ID],
  triggers: () => [beginsWith(OPEN)],
  calls(tools, parallel) {
    const id = optional(sequence(literal(CALL_ID), repeat(letterOrDigit, 9, 9)))
    const named = tools.map((tool) => sequence(literal(OPEN + tool.name), id, literal(ARGUMENTS), tool.arguments))
    return oneOrMore(choice(...named), space, parallel)
  },
  *read(source, tools) {
    while ((yield* source.sayUntil([OPEN])) !== null) yield* orAsText(source, OPEN, () => call(source, tools))
  },
}

function* call(source: Source, tools: OfferedTools): Scan<boolean> {
  yield* source.skipSpace()
  // Models of both kinds go about under either template.
  if ((yield* source.peek()) === '[' && !(yield* source.take(ARGUMENTS))) return yield* jsonCalls(source, tools.has)
  const { text, marker } = yield* source.upTo([CALL_ID, ARGUMENTS, '{'])
  const name = text.trim()
  if (marker === null || !tools.has(name)) return false
  if (marker === CALL_ID) yield* source.upTo([ARGUMENTS])
  if (marker === '{') source.at--
  return yield* namedCall(source, name, tools)
}
