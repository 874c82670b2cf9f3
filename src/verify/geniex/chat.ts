import type { Check } from '../check.ts'
import { must, told } from '../judge.ts'
import { completionSchema, errorSchema } from './schemas.ts'

const PATH = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'Hello' }]

export const chatChecks: readonly Check[] = [
  {
    name: 'a bare request is answered by one choice, with counters that add up',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { choices, usage } = told(await client.post(PATH, { model, messages }), 200, completionSchema)
      must(choices.length === 1, `${choices.length} choices`)
      must(usage.total_tokens === usage.prompt_tokens + usage.completion_tokens, 'the total is not the sum')
    },
  },
  {
    name: 'a model that is not there is a 400 or 404 with `error` as a text',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const answer = await client.post(PATH, { model: 'no/such-model', messages })
      told(answer, answer.status === 404 ? 404 : 400, errorSchema)
    },
  },
]
