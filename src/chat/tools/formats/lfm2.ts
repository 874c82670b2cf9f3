import { literal, sequence } from '../../grammar/part.ts'
import type { OfferedTools, ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { orAsText } from '../json-format.ts'
import { beginsWithSpaced, oneOrMore, space } from '../language.ts'
import { pythonCall, pythonCallGrammar, pythonCallText } from '../python-call.ts'
import type { Scan, Source } from '../source.ts'

const OPEN = '<|tool_call_start|>'
const CLOSE = '<|tool_call_end|>'
const FENCE = '```'

/** LFM2: a Python list of calls between marks. MiniCPM 3 and 4 fence a call a line with the same marks. */
export const lfm2: ToolFormat = {
  name: 'lfm2',
  shownTokens: [OPEN, CLOSE],
  triggers: () => [beginsWithSpaced(OPEN)],
  calls(tools, parallel) {
    const list = oneOrMore(pythonCallGrammar(tools), literal(', '), parallel)
    return sequence(literal(OPEN), space, literal('['), list, literal(']'), space, literal(CLOSE))
  },
  spell: (calls) => `${OPEN}[${calls.map(pythonCallText).join(', ')}]${CLOSE}`,
  *read(source, tools) {
    while ((yield* source.sayUntil([OPEN])) !== null) yield* orAsText(source, OPEN, () => calls(source, tools))
  },
}

function* calls(source: Source, tools: OfferedTools): Scan<boolean> {
  yield* source.skipSpace()
  if (yield* source.take(FENCE)) yield* source.take('python')
  yield* source.skipSpace()
  yield* source.take('[')
  if ((yield* source.peek()) === '{') {
    while (yield* source.take('{')) {
      source.at--
      if (!(yield* jsonCalls(source, tools.has))) return false
      yield* skipSeparator(source)
    }
    return yield* closed(source)
  }
  while (/^[\w]$/.test(yield* source.peek())) {
    if (!(yield* pythonCall(source, tools))) return false
    yield* skipSeparator(source)
  }
  return yield* closed(source)
}

function* skipSeparator(source: Source): Scan {
  yield* source.skipSpace()
  yield* source.take(',')
  yield* source.skipSpace()
}

function* closed(source: Source): Scan<boolean> {
  yield* source.take(']')
  yield* source.skipSpace()
  yield* source.take(FENCE)
  yield* source.skipSpace()
  return yield* source.take(CLOSE)
}
