import { choice, literal, optional, sequence } from '../../grammar/part.ts'
import type { Lead, ToolFormat } from '../format.ts'
import { beginsWith, escaped } from '../language.ts'
import { namedCall } from '../named-call.ts'

const MESSAGE = '<|message|>'
const CHANNEL = '<|channel|>'
const START = '<|start|>'
const CONSTRAIN = '<|constrain|>'
const ENDS = ['<|end|>', '<|return|>', '<|call|>']
const TO = 'to=functions.'

/**
 * OpenAI's harmony (gpt-oss): each message has a header that names its channel, and for a call its recipient:
 * `<|channel|>commentary to=functions.name <|constrain|>json<|message|>{…}<|call|>`. A call ends the turn, so there
 * is one at most. Its reasoning, the analysis channel, has been taken out before.
 */
export const harmony: ToolFormat = {
  name: 'harmony',
  shownTokens: [START, CHANNEL, CONSTRAIN, MESSAGE, ...ENDS],
  wrapsAnswers: true,
  triggers: () => [
    `(?:${escaped(`${START}assistant`)}|${escaped(`${CHANNEL}commentary`)}) ?${beginsWith(TO.slice(0, -1))}`,
  ],
  calls(tools) {
    const channel = literal(`${CHANNEL}commentary`)
    const type = optional(choice(literal(' json'), literal(` ${CONSTRAIN}json`), literal(`${CONSTRAIN}json`)))
    const named = tools.map((tool) =>
      sequence(literal(TO + tool.name), optional(channel), type, literal(MESSAGE), tool.arguments),
    )
    return choice(...named)
  },
  callLead: leadOf(`${CHANNEL}commentary `),
  answerLead: leadOf(`${CHANNEL}final${MESSAGE}`),
  *read(source, tools) {
    while (true) {
      const header = yield* source.sayUntil([START, CHANNEL, ...ENDS])
      if (header === null) return
      if (header !== START && header !== CHANNEL) continue
      const from = source.at - header.length
      const { text, marker } = yield* source.upTo([MESSAGE])
      const recipient = /\bto=(?:functions\.)?([^\s<]+)/.exec(text)?.[1]
      if (marker === null) return
      if (recipient !== undefined && !(yield* namedCall(source, recipient, tools))) source.say(source.since(from), from)
    }
  },
}

/** Another message of the turn has to name its role again. */
function leadOf(channel: string): Lead {
  return { first: channel, afterReasoning: `${START}assistant${channel}` }
}
