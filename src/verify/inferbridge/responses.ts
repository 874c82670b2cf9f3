import { z } from 'zod'
import type { Check } from '../check.ts'
import type { Answer } from '../client.ts'
import { must, shaped, told } from '../judge.ts'
import { detailSchema, flawsSchema, responseSchema } from './schemas.ts'

const PATH = '/v1/responses'
const input = 'Hello'
const flat = { type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} } }
const nested = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object', properties: {} } } }

const eventSchema = z.looseObject({ type: z.string(), sequence_number: z.int() })

const ORDER = [
  'response.created',
  'response.output_item.added',
  'response.content_part.added',
  'response.output_text.delta',
  'response.output_text.done',
  'response.content_part.done',
  'response.output_item.done',
  'response.completed',
]

const ACCEPTED: readonly (readonly [what: string, fields: object])[] = [
  ['a list of messages', { input: [{ role: 'user', content: 'Hello' }] }],
  ['parts of text', { input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }] }],
  [
    'a developer message',
    {
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    },
  ],
  [
    'a call and its output',
    {
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'function_call', call_id: 'call-1', name: 'get_weather', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call-1', output: 'sunny' },
      ],
    },
  ],
  ['instructions', { instructions: 'Be brief.' }],
  ['temperature and top_p', { temperature: 0, top_p: 0.5 }],
  ['flat tools', { tools: [flat], tool_choice: 'none' }],
  ['nested tools', { tools: [nested], tool_choice: 'none' }],
  ['parallel_tool_calls', { parallel_tool_calls: false }],
  ['text.format text', { text: { format: { type: 'text' } } }],
  ['stop and seed', { stop: ['~~'], seed: 3 }],
  ['response_format', { response_format: { type: 'text' } }],
  ['what it leaves aside', { store: true, metadata: { a: 'b' }, truncation: 'auto' }],
]

const REFUSED: readonly (readonly [what: string, fields: object, at: string])[] = [
  ['a hosted tool', { tools: [{ type: 'web_search' }] }, 'tools'],
  ['an MCP tool', { tools: [{ type: 'mcp', server_label: 'x', server_url: 'https://example.org' }] }, 'tools'],
  ['a tool_choice of another kind', { tools: [flat], tool_choice: { type: 'file_search' } }, 'tool_choice'],
  ['a schema without a name', { text: { format: { type: 'json_schema', schema: {} } } }, 'text'],
  [
    'two ways to say the format',
    { text: { format: { type: 'text' } }, response_format: { type: 'text' } },
    'response_format',
  ],
  ['max_output_tokens 0', { max_output_tokens: 0 }, 'max_output_tokens'],
  ['a temperature over 2', { temperature: 3 }, 'temperature'],
  ['no input', { input: undefined }, 'input'],
]

function eventsOf({ events }: Answer): readonly z.infer<typeof eventSchema>[] {
  must(events.at(-1)?.data === '[DONE]', 'the stream does not end with [DONE]')
  const told = events.slice(0, -1)
  const values = told.map(({ data }) => shaped(JSON.parse(data), eventSchema))
  must(
    values.every(({ type }, index) => told[index]?.name === type),
    'an event is not named after its type',
  )
  must(
    values.every(({ sequence_number }, index) => sequence_number === index + 1),
    'the sequence numbers do not count from 1',
  )
  return values
}

export const responsesChecks: readonly Check[] = [
  {
    name: 'a response is made whole, with hyphens in its ids and usage in all its keys',
    profiles: ['core', 'n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const response = told(await client.post(PATH, { model, input }), 200, responseSchema)
      must(response.status === 'completed', `its status is ${response.status}`)
      must(
        response.output.every(({ id, type }) => id.startsWith(type === 'message' ? 'msg-' : 'fc-')),
        'an item has another kind of id',
      )
      must(response.usage !== null, 'there is no usage')
    },
  },
  {
    name: 'a response that a limit cut is completed',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const { status } = told(await client.post(PATH, { model, input, max_output_tokens: 1 }), 200, responseSchema)
      must(status === 'completed', `its status is ${status}`)
    },
  },
  {
    name: 'a response stream has its events in order, numbered from 1, and ends with [DONE]',
    profiles: ['core', 'n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const events = eventsOf(await client.post(PATH, { model, input, stream: true }))
      const types = [...new Set(events.map(({ type }) => type))]
      must(JSON.stringify(types) === JSON.stringify(ORDER), `the events are ${types.join(', ')}`)
      const last = shaped(events.at(-1)?.response, responseSchema)
      must(last.usage !== null, 'the last event has no usage')
    },
  },
  {
    name: 'an unknown model is a 404 to responses too',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => void told(await client.post(PATH, { model: 'no-such-model', input }), 404, detailSchema),
  },
  {
    name: 'a forced function that is not offered is a 400 to responses',
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const tool_choice = { type: 'function', name: 'other' }
      told(await client.post(PATH, { model, input, tools: [flat], tool_choice }), 400, detailSchema)
    },
  },
  ...ACCEPTED.map(
    ([what, fields]): Check => ({
      name: `responses accept ${what}`,
      profiles: [],
      requires: ['model'],
      run: async ({ client, model }) =>
        void told(await client.post(PATH, { model, input, max_output_tokens: 4, ...fields }), 200, responseSchema),
    }),
  ),
  ...REFUSED.map(
    ([what, fields, at]): Check => ({
      name: `responses refuse ${what} with a 422 about \`${at}\``,
      profiles: what.includes('tool') ? ['n8n'] : [],
      requires: [],
      async run({ client }) {
        const { detail } = told(await client.post(PATH, { model: 'any', input, ...fields }), 422, flawsSchema)
        must(detail[0]?.loc[1] === at, `it is about ${detail[0]?.loc.join('.')}`)
      },
    }),
  ),
]
