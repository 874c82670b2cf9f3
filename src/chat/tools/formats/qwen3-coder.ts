import { choice, literal, sequence } from '../../grammar/part.ts'
import { ArgumentList } from '../argument-list.ts'
import { bareValue, bareValueGrammar } from '../bare-value.ts'
import type { CallableTool, OfferedTools, ToolFormat } from '../format.ts'
import { orAsText } from '../json-format.ts'
import { beginsWithSpaced, oneOrMore, separated, space } from '../language.ts'
import { requireParameters } from '../parameters.ts'
import type { Scan, Source } from '../source.ts'

const FUNCTION = { open: '<function=', close: '</function>' }
const PARAMETER = { open: '<parameter=', close: '</parameter>' }

/** Formats in which a function's parameters are tags: `<function=name>\n<parameter=key>\nvalue\n</parameter>…`. */
function functionTags(name: string, open: string, close: string): ToolFormat {
  return {
    name,
    shownTokens: [open, close],
    triggers: () => [beginsWithSpaced(open)],
    calls(tools, parallel) {
      const body = choice(...tools.map(functionGrammar))
      return oneOrMore(sequence(literal(open), space, body, space, literal(close)), space, parallel)
    },
    *read(source, tools) {
      while (true) {
        // Qwen3-Coder forgets the outer tag at times.
        const marker = yield* source.sayUntil([open, FUNCTION.open])
        if (marker === null) return
        yield* orAsText(source, marker, () => call(source, tools, marker === open, close))
      }
    },
  }
}

function functionGrammar(tool: CallableTool) {
  const members = requireParameters(tool.parameters).map(({ name, schema, required }) => ({
    part: sequence(
      literal(`${PARAMETER.open}${name}>\n`),
      bareValueGrammar(schema, `\n${PARAMETER.close}`),
      literal('\n'),
    ),
    required,
  }))
  return sequence(literal(`${FUNCTION.open}${tool.name}>\n`), separated(members, literal('')), literal(FUNCTION.close))
}

function* call(source: Source, tools: OfferedTools, outer: boolean, close: string): Scan<boolean> {
  yield* source.skipSpace()
  if (outer && !(yield* source.take(FUNCTION.open))) return false
  const head = yield* source.upTo(['>', '\n'])
  const name = head.text.trim()
  if (head.marker !== '>' || !tools.has(name)) return false
  source.startCall(name)
  if (!(yield* parameters(source, name, tools))) return false
  source.endCall()
  yield* source.skipSpace()
  yield* source.take(close)
  return true
}

function* parameters(source: Source, tool: string, tools: OfferedTools): Scan<boolean> {
  const list = new ArgumentList(source)
  while (true) {
    const { marker } = yield* source.upTo([PARAMETER.open, FUNCTION.close])
    if (marker === null) return false
    if (marker === FUNCTION.close) break
    const { text: name, marker: ended } = yield* source.upTo(['>'])
    if (ended === null) return false
    yield* source.take('\n')
    list.name(name)
    const ends = [`\n${PARAMETER.close}`, PARAMETER.close]
    if (!(yield* bareValue(source, tools.argument(tool, name), ends, (json) => list.value(json)))) return false
  }
  list.end()
  return true
}

/** Qwen3-Coder, Qwen 3.5, Nemotron 3, Step 3.5. */
export const qwen3Coder = functionTags('qwen3-coder', '<tool_call>', '</tool_call>')

/** ByteDance's Seed-OSS: the same between other marks. */
export const seedOss = functionTags('seed-oss', '<seed:tool_call>', '</seed:tool_call>')
