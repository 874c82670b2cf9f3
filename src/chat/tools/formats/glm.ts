import { choice, literal, sequence } from '../../grammar/part.ts'
import { ArgumentList } from '../argument-list.ts'
import { bareValue, bareValueGrammar } from '../bare-value.ts'
import type { CallableTool, OfferedTools, ToolFormat } from '../format.ts'
import { orAsText } from '../json-format.ts'
import { beginsWith, oneOrMore, separated, space } from '../language.ts'
import { requireParameters } from '../parameters.ts'
import type { Scan, Source } from '../source.ts'

const CALL = { open: '<tool_call>', close: '</tool_call>' }
const KEY = { open: '<arg_key>', close: '</arg_key>' }
const VALUE = { open: '<arg_value>', close: '</arg_value>' }

/** GLM 4.5 to 4.7 and their kin: a name, then keys and values in tags of their own. */
export const glm: ToolFormat = {
  name: 'glm',
  shownTokens: [CALL.open, CALL.close, KEY.open, KEY.close, VALUE.open, VALUE.close],
  triggers: () => [beginsWith(CALL.open)],
  calls(tools, parallel) {
    const call = sequence(literal(CALL.open), choice(...tools.map(body)), literal(CALL.close))
    return oneOrMore(call, space, parallel)
  },
  *read(source, tools) {
    while ((yield* source.sayUntil([CALL.open])) !== null) yield* orAsText(source, CALL.open, () => call(source, tools))
  },
}

function body(tool: CallableTool) {
  const members = requireParameters(tool.parameters).map(({ name, schema, required }) => ({
    part: sequence(
      space,
      literal(`${KEY.open}${name}${KEY.close}`),
      space,
      literal(VALUE.open),
      bareValueGrammar(schema, VALUE.close),
      space,
    ),
    required,
  }))
  return sequence(literal(tool.name), separated(members, literal('')))
}

function* call(source: Source, tools: OfferedTools): Scan<boolean> {
  let { text, marker } = yield* source.upTo([KEY.open, CALL.close])
  const tool = text.trim()
  if (marker === null || !tools.has(tool)) return false
  source.startCall(tool)
  const list = new ArgumentList(source)
  while (marker === KEY.open) {
    const key = yield* source.upTo([KEY.close])
    const before = yield* source.upTo([VALUE.open])
    if (key.marker === null || before.marker === null) return false
    list.name(key.text.trim())
    const schema = tools.argument(tool, key.text.trim())
    if (!(yield* bareValue(source, schema, [VALUE.close], (json) => list.value(json)))) return false
    ;({ text, marker } = yield* source.upTo([KEY.open, CALL.close]))
  }
  if (marker === null) return false
  list.end()
  source.endCall()
  return true
}
