import { characters, choice, literal, repeat, sequence } from '../../grammar/part.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { orAsText } from '../json-format.ts'
import { escaped, oneOrMore, space } from '../language.ts'
import { namedCall } from '../named-call.ts'
import type { Scan, Source } from '../source.ts'

const SECTION = { open: '<|tool_calls_section_begin|>', close: '<|tool_calls_section_end|>' }
const CALL = { open: '<|tool_call_begin|>', close: '<|tool_call_end|>' }
const ARGUMENTS = '<|tool_call_argument_begin|>'

const digits = repeat(characters([[0x30, 0x39]]), 1, 3)

/** Kimi K2: `functions.name:0` and JSON, in a section of calls. */
export const kimiK2: ToolFormat = {
  name: 'kimi-k2',
  shownTokens: [SECTION.open, SECTION.close, CALL.open, CALL.close, ARGUMENTS],
  triggers: () => [`(${escaped(SECTION.open)})`],
  calls(tools, parallel) {
    const named = tools.map((tool) =>
      sequence(literal(`${CALL.open}functions.${tool.name}:`), digits, literal(ARGUMENTS), tool.arguments),
    )
    const call = sequence(choice(...named), literal(CALL.close))
    return sequence(literal(SECTION.open), space, oneOrMore(call, space, parallel), space, literal(SECTION.close))
  },
  *read(source, tools) {
    while (true) {
      const marker = yield* source.sayUntil([SECTION.open, SECTION.close, CALL.open])
      if (marker === null) return
      if (marker === CALL.open) yield* orAsText(source, marker, () => call(source, tools))
    }
  },
}

function* call(source: Source, tools: OfferedTools): Scan<boolean> {
  const { text, marker } = yield* source.upTo([ARGUMENTS, CALL.close])
  if (marker !== ARGUMENTS) return false
  const name = text
    .trim()
    .replace(/^functions\./, '')
    .replace(/:\d+$/, '')
  if (!(yield* namedCall(source, name, tools))) return false
  yield* source.skipSpace()
  yield* source.take(CALL.close)
  return true
}
