import { choice } from '../../grammar/part.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { jsonCallGrammar, orAsText } from '../json-format.ts'
import { pythonCall } from '../python-call.ts'
import type { Scan, Source } from '../source.ts'

const PYTHON_TAG = '<|python_tag|>'
const KEYS = { name: 'name', arguments: 'parameters' }

/**
 * Llama 3.1 to 3.3: the whole answer is a JSON object, `{"name": …, "parameters": {…}}`; after the python tag also
 * `name.call(key="value")`. Their template knows one call a turn, so that is what the grammar lets through; several,
 * divided by semicolons, are read.
 */
export const llama3: ToolFormat = {
  name: 'llama-3',
  shownTokens: [PYTHON_TAG],
  triggers: () => [String.raw`^\s*(?:<\|python_tag\|>)?(\{ ?"name")`],
  calls: (tools) => choice(...tools.map((tool) => jsonCallGrammar(tool, KEYS))),
  *read(source, tools) {
    const from = source.at
    yield* source.skipSpace()
    const begins = yield* source.peek()
    if (begins === '{') yield* orAsText(source, source.since(from), () => objects(source, tools))
    else source.at = from
    while ((yield* source.sayUntil([PYTHON_TAG])) !== null) {
      yield* orAsText(source, PYTHON_TAG, () => tagged(source, tools))
    }
  },
}

function* objects(source: Source, tools: OfferedTools): Scan<boolean> {
  while (yield* jsonCalls(source, tools.has)) {
    yield* source.skipSpace()
    if (!(yield* source.take(';'))) return true
    yield* source.skipSpace()
  }
  return false
}

function* tagged(source: Source, tools: OfferedTools): Scan<boolean> {
  yield* source.skipSpace()
  return (yield* source.peek()) === '{' ? yield* objects(source, tools) : yield* pythonCall(source, tools)
}
