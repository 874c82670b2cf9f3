import { choice } from '../../grammar/part.ts'
import { callAsJson, toolsAsJson } from '../describe.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { jsonCallGrammar, jsonListGrammar, orAsText } from '../json-format.ts'
import type { Scan, Source } from '../source.ts'

const TAG = { open: '<tool_call>', close: '</tool_call>' }
const FENCES = ['```json', '```tool_call']
const FENCE = '```'

/**
 * For models that were never taught a format: they are asked for JSON, and what they make of it is taken in any of
 * the usual wrappings: bare at the start of the answer, in a fence, in tags.
 */
export const plain = {
  name: 'plain',
  shownTokens: [TAG.open, TAG.close],
  describe: (tools) =>
    [
      'You can call these functions:',
      ...toolsAsJson(tools),
      '',
      'To call a function, answer with nothing but JSON: {"name": "function name", "arguments": {"argument": "value"}}',
      'To call several, answer with a JSON list of such objects. Otherwise answer in plain words.',
    ].join('\n'),
  spell: (calls) => (calls.length === 1 ? calls.map(callAsJson).join('') : `[${calls.map(callAsJson).join(', ')}]`),
  triggers: () => [String.raw`^\s*(\{ ?"name")`, String.raw`^\s*(\[[\t\n\r ]{0,2}\{ ?"name")`],
  calls(tools, parallel) {
    const call = choice(...tools.map((tool) => jsonCallGrammar(tool)))
    return choice(call, jsonListGrammar(call, parallel))
  },
  *read(source, tools) {
    const from = source.at
    yield* source.skipSpace()
    const begins = yield* source.peek()
    if (begins === '{' || begins === '[') yield* orAsText(source, source.since(from), () => bare(source, tools))
    else source.at = from
    while (true) {
      const marker = yield* source.sayUntil([TAG.open, ...FENCES])
      if (marker === null) return
      const close = marker === TAG.open ? TAG.close : FENCE
      yield* orAsText(source, marker, () => wrapped(source, close, tools))
    }
  },
} satisfies ToolFormat

function* bare(source: Source, tools: OfferedTools): Scan<boolean> {
  let some = false
  while (/^[[{]$/.test(yield* source.peek())) {
    if (!(yield* jsonCalls(source, tools.has))) return false
    some = true
    yield* source.skipSpace()
  }
  return some
}

function* wrapped(source: Source, close: string, tools: OfferedTools): Scan<boolean> {
  yield* source.skipSpace()
  if (!(yield* bare(source, tools))) return false
  yield* source.take(close)
  return true
}
