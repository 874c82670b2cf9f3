import { choice, literal, sequence } from '../../grammar/part.ts'
import type { ToolFormat } from '../format.ts'
import { jsonCalls } from '../json-call.ts'
import { jsonListGrammar, orAsText } from '../json-format.ts'
import { beginsWithSpaced, space } from '../language.ts'
import type { Scan, Source } from '../source.ts'

const ACTION = { open: '<|START_ACTION|>', close: '<|END_ACTION|>' }
const RESPONSE = { open: '<|START_RESPONSE|>', close: '<|END_RESPONSE|>' }

/**
 * Command R7B and A: a JSON list in action tags, and the answer itself in response tags. Calls are numbered, and the
 * numbers are of no use to anybody.
 */
export const commandR7b: ToolFormat = {
  name: 'command-r7b',
  shownTokens: [ACTION.open, ACTION.close, RESPONSE.open, RESPONSE.close],
  wrapsAnswers: true,
  answerLead: { first: RESPONSE.open, afterReasoning: RESPONSE.open },
  triggers: () => [beginsWithSpaced(ACTION.open)],
  calls(tools, parallel) {
    const call = choice(
      ...tools.map(({ name, arguments: args }) =>
        sequence(
          literal(`{"tool_call_id": "`),
          choice(...Array.from('0123456789', literal)),
          literal(`", "tool_name": ${JSON.stringify(name)}, "parameters": `),
          args,
          literal('}'),
        ),
      ),
    )
    return sequence(literal(ACTION.open), space, jsonListGrammar(call, parallel), space, literal(ACTION.close))
  },
  *read(source, tools) {
    while (true) {
      const marker = yield* source.sayUntil([ACTION.open, RESPONSE.open, RESPONSE.close])
      if (marker === null) return
      if (marker === ACTION.open) yield* orAsText(source, marker, () => actions(source, tools.has))
    }
  },
}

function* actions(source: Source, offered: (name: string) => boolean): Scan<boolean> {
  yield* source.skipSpace()
  const whole = yield* jsonCalls(source, offered)
  yield* source.skipSpace()
  if (whole) yield* source.take(ACTION.close)
  return whole
}
