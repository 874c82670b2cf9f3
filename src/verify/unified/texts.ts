import type { Check } from '../check.ts'
import { chunksOf } from '../chunks.ts'
import { hasHeader, must, told } from '../judge.ts'
import { offered } from './requests.ts'
import { responseSchema, textSchema } from './schemas.ts'

const COMPLETIONS = '/v1/completions'
const RESPONSES = '/v1/responses'

/** The other two ways that OpenAI has of asking for text. */
export const textChecks: readonly Check[] = [
  {
    name: 'a text goes on, whole and streamed',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const request = { model, prompt: 'Once upon a time', temperature: 0, max_tokens: 8 }
      const whole = told(offered(await client.post(COMPLETIONS, request)), 200, textSchema).choices[0]?.text
      const pieces = chunksOf(await client.post(COMPLETIONS, { ...request, stream: true }), textSchema)
      must(pieces.map(({ choices }) => choices[0]?.text ?? '').join('') === whole, 'the texts differ')
    },
  },
  {
    name: 'a response has output and counters that add up',
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = offered(
        await client.post(RESPONSES, { model, input: 'Hello', max_output_tokens: 16, store: false }),
      )
      const { output, usage } = told(answer, 200, responseSchema)
      must(output.length > 0, 'there is no output')
      must(usage.total_tokens === usage.input_tokens + usage.output_tokens, 'the total is not the sum')
    },
  },
  {
    name: 'a response is streamed as events from response.created on',
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const request = { model, input: 'Hello', max_output_tokens: 16, store: false, stream: true }
      const answer = offered(await client.post(RESPONSES, request))
      hasHeader(answer, 'content-type', /^text\/event-stream/)
      const names = answer.events.map(({ name }) => name)
      must(names[0] === 'response.created', 'it begins otherwise')
      must(names.includes('response.output_text.delta'), 'there is no text in it')
      must(
        /^response\.(completed|incomplete)$/.test(names.findLast((name) => name !== 'message') ?? ''),
        'it ends otherwise',
      )
    },
  },
]
