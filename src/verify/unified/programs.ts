import type { Check } from '../check.ts'
import { chunksOf } from '../chunks.ts'
import { CHAT, WEATHER_TOOL } from '../conversation.ts'
import { hasHeader, hasStatus, must, told } from '../judge.ts'
import { preflight } from '../preflight.ts'
import { chunkSchema, completionSchema } from './schemas.ts'

const talk = [
  { role: 'system', content: 'You are a helpful assistant.' },
  { role: 'user', content: 'Hello' },
]

/** What single programs send, as they send it. */
export const programChecks: readonly Check[] = [
  {
    name: 'a chat as Open WebUI sends it: streamed, with usage, and its own ids beside it',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const body = { model, messages: talk, stream: true, stream_options: { include_usage: true }, max_tokens: 16 }
      const chunks = chunksOf(await client.post(CHAT, body, { accept: '*/*' }), chunkSchema)
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
      const asked = await preflight(client, 'authorization')
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
      const body = { model, messages: talk, ...sampling, tools: [WEATHER_TOOL], stream: false, max_tokens: 16 }
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
      const body = { model, messages: [...talk, ...turns], tools: [WEATHER_TOOL], max_tokens: 16 }
      told(await client.post(CHAT, body), 200, completionSchema)
    },
  },
]
