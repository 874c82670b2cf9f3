import { choice, literal, sequence } from '../../grammar/part.ts'
import type { ToolFormat } from '../format.ts'
import { escaped, oneOrMore } from '../language.ts'
import { namedCall } from '../named-call.ts'

const RECIPIENT = '>>>'
const EVERYBODY = 'all'

/**
 * Functionary 3.2: everything is addressed, `all` being the user: `>>>all\ntext`, `>>>name\n{…}`. The prompt has
 * written the first `>>>` already.
 */
export const functionaryV32: ToolFormat = {
  name: 'functionary-v3.2',
  shownTokens: [],
  wrapsAnswers: true,
  answerLead: { first: `${EVERYBODY}\n`, afterReasoning: `${EVERYBODY}\n` },
  triggers(tools) {
    const names = tools.map(({ name }) => escaped(name)).join('|')
    return [`^((?:${names})\\n)`, `${RECIPIENT}((?:${names})\\n)`]
  },
  calls(tools, parallel) {
    const named = tools.map((tool) => sequence(literal(`${tool.name}\n`), tool.arguments))
    return oneOrMore(choice(...named), literal(RECIPIENT), parallel)
  },
  *read(source, tools) {
    yield* source.take(RECIPIENT)
    for (let more = true; more; ) {
      const from = source.at
      const { text, marker } = yield* source.upTo(['\n', RECIPIENT])
      const recipient = text.trim()
      const isCall = marker === '\n' && (yield* namedCall(source, recipient, tools))
      if (!isCall && recipient !== EVERYBODY && !tools.has(recipient)) source.say(source.since(from), from)
      more = (yield* source.sayUntil([RECIPIENT])) !== null
    }
  },
}
