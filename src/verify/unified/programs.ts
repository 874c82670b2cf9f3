import type { Check } from '../check.ts'
import { hasHeader, hasStatus, must, Skip, told } from '../judge.ts'
import { CHAT } from './requests.ts'
import { completionSchema } from './schemas.ts'
import { chunksOf } from './streaming.ts'

const talk = [
  { role: 'system', content: 'You are a helpful assistant.' },
  { role: 'user', content: 'Hello' },
]

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Tells the weather.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

/** What single programs send, as they send it. */
export const programChecks: readonly Check[] = [
  {
    name: 'a chat as Open WebUI sends it: streamed, with usage, and its own ids beside it',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const body = { model, messages: talk, stream: true, stream_options: { include_usage: true }, max_tokens: 16 }
      const chunks = chunksOf(await client.post(CHAT, body, { accept: '*/*' }))
      must(
        chunks.some(({ usage }) => usage != null),
        'there is no usage',
      )
    },
  },
  {
    name: 'a title as Open WebUI asks for it: not streamed, in max_completion_tokens',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const body = { model, messages: [talk[1]], stream: false, max_completion_tokens: 16 }
      told(await client.post(CHAT, body), 200, completionSchema)
    },
  },
  {
    name: 'the page of another site may ask, if any may',
    profiles: ['openwebui'],
    requires: [],
    async run({ client }) {
      const origin = 'https://page.example'
      const shown = await client.get('/v1/models', { origin })
      if (!shown.headers.has('access-control-allow-origin')) throw new Skip('no other sites are allowed here')
      const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }
      const asked = await client.send('OPTIONS', CHAT, { headers: { origin, ...wanted } })
      hasStatus(asked, 200, 204)
      hasHeader(asked, 'access-control-allow-headers', /authorization|\*/i)
    },
  },
  {
    name: "a chat as n8n's agents send it: LangChain's fields, tools, and no choice among them",
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const sampling = { temperature: 0.7, top_p: 1, frequency_penalty: 0, presence_penalty: 0, n: 1 }
      const body = { model, messages: talk, ...sampling, tools: [weather], stream: false, max_tokens: 16 }
      told(await client.post(CHAT, body), 200, completionSchema)
    },
  },
  {
    name: "a tool's result as n8n's agents send it: the call without words, then its result as JSON",
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }
      const turns = [
        { role: 'assistant', content: '', tool_calls: [call] },
        { role: 'tool', name: 'get_weather', tool_call_id: 'call_1', content: '[{"weather":"sunny"}]' },
      ]
      const body = { model, messages: [...talk, ...turns], tools: [weather], max_tokens: 16 }
      told(await client.post(CHAT, body), 200, completionSchema)
    },
  },
]
