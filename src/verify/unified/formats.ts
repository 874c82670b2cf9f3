import type { Check, Target } from '../check.ts'
import { ended, held } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { chat } from './requests.ts'
import { completionSchema } from './schemas.ts'

const schema = {
  type: 'object',
  properties: { sunny: { type: 'boolean' } },
  required: ['sunny'],
  additionalProperties: false,
}

/** The JSON that a model answers when it is held to it. */
async function formed({ client, model }: Target, fields: object): Promise<unknown> {
  const messages = [{ role: 'user', content: 'Answer in JSON: is it sunny?' }]
  const answer = held(await chat(client, model, { messages, max_tokens: 400, ...fields }))
  const [choice] = told(answer, 200, completionSchema).choices
  ended(choice?.finish_reason)
  try {
    return JSON.parse(choice?.message.content ?? '')
  } catch {
    return must(false, 'it is not JSON')
  }
}

export const formatChecks: readonly Check[] = [
  {
    name: 'response_format json_object makes the answer JSON',
    profiles: ['n8n'],
    requires: ['model'],
    run: async (target) =>
      must(typeof (await formed(target, { response_format: { type: 'json_object' } })) === 'object', 'it is no object'),
  },
  {
    name: 'response_format json_schema holds the answer to a schema',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const json_schema = { name: 'weather', strict: true, schema }
      const value = await formed(target, { response_format: { type: 'json_schema', json_schema } })
      const fields = Object.entries(value as object)
      must(fields.length === 1 && fields[0]?.[0] === 'sunny' && typeof fields[0][1] === 'boolean', 'it is another')
    },
  },
]
