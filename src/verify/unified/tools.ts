import type { Check } from '../check.ts'
import { chunksOf } from '../chunks.ts'
import { ended, held } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { answered } from './chat.ts'
import { chat } from './requests.ts'
import { chunkSchema, completionSchema } from './schemas.ts'

const NAME = 'get_time'
const tool = {
  type: 'function',
  function: {
    name: NAME,
    description: 'Tells what time it is.',
    parameters: { type: 'object', properties: {}, additionalProperties: false },
  },
}

/** Ways to have it called whatever was asked. */
const FORCED: Readonly<Record<string, unknown>> = {
  required: 'required',
  'its name': { type: 'function', function: { name: NAME } },
}

export const toolChecks: readonly Check[] = [
  {
    name: 'a chat may have tools',
    profiles: ['core'],
    requires: ['model'],
    run: async (target) => void (await answered(target, { tools: [tool], tool_choice: 'auto' })),
  },
  {
    name: 'no tool is called where tool_choice is none',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const { choices } = await answered(target, { tools: [tool], tool_choice: 'none' })
      must((choices[0]?.message.tool_calls ?? []).length === 0, 'there is a call')
    },
  },
  ...Object.entries(FORCED).map(
    ([how, tool_choice]): Check => ({
      name: `a tool is called where tool_choice is ${how}`,
      profiles: ['n8n'],
      requires: ['model'],
      async run({ client, model }) {
        const answer = held(await chat(client, model, { tools: [tool], tool_choice, max_tokens: 400 }))
        const [choice] = told(answer, 200, completionSchema).choices
        ended(choice?.finish_reason)
        const [call] = choice?.message.tool_calls ?? []
        must(call?.function.name === NAME, 'it is not')
        must(typeof JSON.parse(call.function.arguments) === 'object', 'its arguments are no object')
        must(choice?.finish_reason === 'tool_calls' || choice?.finish_reason === 'stop', 'it ended otherwise')
      },
    }),
  ),
  {
    name: 'a call is streamed as deltas: id and name first, then its arguments',
    profiles: ['openwebui', 'n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const fields = { tools: [tool], tool_choice: 'required', stream: true, max_tokens: 400 }
      const chunks = chunksOf(held(await chat(client, model, fields)), chunkSchema)
      ended(chunks.at(-1)?.choices[0]?.finish_reason)
      const deltas = chunks
        .flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
        .filter(({ index }) => index === 0)
      must(
        (deltas[0]?.id ?? '') !== '' && deltas[0]?.function?.name === NAME,
        'the first delta does not begin the call',
      )
      const text = deltas.map((delta) => delta.function?.arguments ?? '').join('')
      must(typeof JSON.parse(text) === 'object', 'the arguments are no object')
    },
  },
]
