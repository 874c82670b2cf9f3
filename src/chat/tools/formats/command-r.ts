import { choice, literal, sequence } from '../../grammar/part.ts'
import type { ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { jsonCallGrammar, jsonListGrammar, orAsText } from '../json-format.ts'
import { beginsWithSpaced, space } from '../language.ts'
import type { Scan, Source } from '../source.ts'

const OPEN = 'Action:'
const FENCE = '```'

/** Command R and R+ of 2024: `Action:` and a fenced JSON list. Their pseudo tool `directly-answer` calls nothing. */
export const commandR: ToolFormat = {
  name: 'command-r',
  shownTokens: [],
  triggers: () => [beginsWithSpaced(OPEN)],
  calls(tools, parallel) {
    const keys = { name: 'tool_name', arguments: 'parameters' }
    const call = choice(...tools.map((tool) => jsonCallGrammar(tool, keys)))
    const list = jsonListGrammar(call, parallel)
    return sequence(literal(OPEN), space, literal(`${FENCE}json`), space, list, space, literal(FENCE))
  },
  *read(source, tools) {
    while ((yield* source.sayUntil([OPEN])) !== null) {
      yield* orAsText(source, OPEN, () => fencedCalls(source, tools.has))
    }
  },
}

function* fencedCalls(source: Source, offered: (name: string) => boolean): Scan<boolean> {
  yield* source.skipSpace()
  if (!(yield* source.take(`${FENCE}json`))) return false
  yield* source.skipSpace()
  if (!(yield* jsonCalls(source, offered))) return false
  yield* source.skipSpace()
  yield* source.take(FENCE)
  return true
}
