import type { Check } from '../check.ts'
import { chunksOf, unnamed } from '../chunks.ts'
import { addsUp, CHAT, WEATHER_TOOL } from '../conversation.ts'
import { must, Skip, told } from '../judge.ts'
import { PNG } from '../picture.ts'
import { chunkSchema, completionSchema, detailSchema, flawsSchema } from './schemas.ts'

const messages = [{ role: 'user', content: 'Hello' }]

const showing = (...urls: readonly string[]) => ({
  messages: [{ role: 'user', content: urls.map((url) => ({ type: 'image_url', image_url: { url } })) }],
})

/** Fields that are accepted, one at a time. */
const ACCEPTED: readonly (readonly [what: string, fields: object])[] = [
  ['max_tokens null', { max_tokens: null }],
  ['temperature 0', { temperature: 0 }],
  ['temperature 2', { temperature: 2 }],
  ['top_p', { top_p: 0.5 }],
  ['stop as a text', { stop: '~~' }],
  ['stop as a list', { stop: ['~~', '##'] }],
  ['a long list of stop', { stop: Array.from({ length: 20 }, (_, index) => `~${index}~`) }],
  ['seed', { seed: 7 }],
  ['response_format text', { response_format: { type: 'text' } }],
  ['tool_choice none', { tools: [WEATHER_TOOL], tool_choice: 'none' }],
  ['tool_choice required without tools', { tool_choice: 'required' }],
  ['stream_options without stream', { stream_options: { include_usage: true } }],
  ['fields that it doesn’t know', { user: 'me', n: 3, presence_penalty: 0.5 }],
  ['a developer message', { messages: [{ role: 'developer', content: 'Be brief.' }, ...messages] }],
  ['content in parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] }],
  ['texts that stand for themselves among parts', { messages: [{ role: 'user', content: ['Hello'] }] }],
  ['response_format of no known type', { response_format: { type: 'xml' } }],
  ['tool_choice of no known kind', { tools: [WEATHER_TOOL], tool_choice: 'whatever' }],
  ['parts of Responses', { messages: [{ role: 'user', content: [{ type: 'input_text', text: 'Hello' }] }] }],
]

/** Values outside of the bounds, with where each is wrong. */
const REFUSED: readonly (readonly [what: string, fields: object, at: string])[] = [
  ['no messages', { messages: [] }, 'messages'],
  ['more than 4096 messages', { messages: Array.from({ length: 4097 }, () => messages[0]) }, 'messages'],
  ['max_tokens 0', { max_tokens: 0 }, 'max_tokens'],
  ['a negative temperature', { temperature: -0.1 }, 'temperature'],
  ['a temperature over 2', { temperature: 2.1 }, 'temperature'],
  ['top_p over 1', { top_p: 1.1 }, 'top_p'],
  ['a seed that is no integer', { seed: 'x' }, 'seed'],
  ['stream as a text', { stream: 'perhaps' }, 'stream'],
  ['more than 128 tools', { tools: Array.from({ length: 129 }, () => WEATHER_TOOL) }, 'tools'],
  ['a tool without a name', { tools: [{ type: 'function', function: {} }] }, 'tools'],
  [
    'a description over 16384 characters',
    { tools: [{ type: 'function', function: { name: 'f', description: 'x'.repeat(16_385) } }] },
    'tools',
  ],
  ['lora_alpha 0', { lora_alpha: 0 }, 'lora_alpha'],
  ['an image that would have to be fetched', showing('https://example.org/a.png'), 'messages'],
  ['more than 4 images', showing(...Array.from({ length: 5 }, () => PNG)), 'messages'],
  [
    'an image over 10 MiB',
    showing(`data:image/png;base64,${Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64')}`),
    'messages',
  ],
  [
    'an image that the assistant shows',
    { messages: [{ role: 'assistant', content: [{ type: 'image_url', image_url: { url: PNG } }] }] },
    'messages',
  ],
  [
    'more than 1024 parts',
    { messages: [{ role: 'user', content: Array.from({ length: 1025 }, () => ({ type: 'text', text: 'a' })) }] },
    'messages',
  ],
]

export const chatChecks: readonly Check[] = [
  {
    name: 'a chat is answered with null keys present and counters that add up',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = told(await client.post(CHAT, { model, messages }), 200, completionSchema)
      addsUp(answer.usage)
      must(answer.model === model, 'the model is not the one that was asked')
    },
  },
  {
    name: 'an answer that max_tokens cut has the finish_reason stop',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { choices, usage } = told(
        await client.post(CHAT, { model, messages, max_tokens: 1 }),
        200,
        completionSchema,
      )
      must(choices[0]?.finish_reason === 'stop', 'finish_reason is not stop')
      must(usage.completion_tokens <= 1, 'there are more tokens than were asked for')
    },
  },
  {
    name: 'a chat stream has role and text in its first chunk, no usage unasked, and ends with [DONE]',
    profiles: ['core', 'openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await client.post(CHAT, { model, messages, stream: true })
      const chunks = chunksOf(unnamed(answer), chunkSchema)
      const first = chunks[0]?.choices[0]?.delta
      must(first?.role === 'assistant' && typeof first.content === 'string', 'the first delta is not role and content')
      must(
        chunks.every(({ usage }) => usage === undefined),
        'a chunk has usage',
      )
      must(chunks.at(-1)?.choices[0]?.finish_reason === 'stop', 'the last chunk does not finish')
    },
  },
  {
    name: 'a chat stream with include_usage has a chunk of usage without choices after its finish',
    profiles: ['openwebui'],
    requires: ['model'],
    async run({ client, model }) {
      const fields = { model, messages, stream: true, stream_options: { include_usage: true } }
      const chunks = chunksOf(unnamed(await client.post(CHAT, fields)), chunkSchema)
      const last = chunks.at(-1)
      must(last?.choices.length === 0 && last.usage !== undefined, 'the last chunk is not one of usage alone')
      must(chunks.at(-2)?.choices[0]?.finish_reason === 'stop', 'the finish is not right before it')
    },
  },
  {
    name: 'a client that leaves a chat stream leaves the model free for the next',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      await client.postAndLeave(CHAT, { model, messages, stream: true })
      told(await client.post(CHAT, { model, messages, max_tokens: 1 }), 200, completionSchema)
    },
  },
  {
    name: 'auto answers with a loaded model and echoes the selector',
    profiles: ['core'],
    requires: ['model'],
    async run({ client }) {
      for (const selector of ['auto', 'auto:fastest', 'auto/best-quality', 'AUTO:low_memory']) {
        const answer = told(
          await client.post(CHAT, { model: selector, messages, max_tokens: 1 }),
          200,
          completionSchema,
        )
        must(answer.model === selector, `${selector} is not echoed`)
      }
    },
  },
  {
    name: 'auto with an unknown profile is a 404 that lists the profiles',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { detail } = told(await client.post(CHAT, { model: 'auto:nonsense', messages }), 404, detailSchema)
      must(detail.includes('lowest-power'), 'it does not list them')
    },
  },
  {
    name: 'a name that only begins like auto is an unknown model',
    profiles: [],
    requires: [],
    run: async ({ client }) => void told(await client.post(CHAT, { model: 'autox', messages }), 404, detailSchema),
  },
  {
    name: 'an embedding model that is asked to chat is a 400',
    profiles: ['core'],
    requires: ['embedding model'],
    run: async ({ client, embeddingModel: model }) =>
      void told(await client.post(CHAT, { model, messages }), 400, detailSchema),
  },
  {
    name: 'an image to a model that reads text only is a 400',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const content = [{ type: 'image_url', image_url: { url: PNG } }]
      const answer = await client.post(CHAT, { model, messages: [{ role: 'user', content }], max_tokens: 1 })
      if (answer.status === 200) throw new Skip('the model reads images')
      told(answer, 400, detailSchema)
    },
  },
  {
    name: 'a forced tool that is not offered is a 400',
    profiles: ['n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const tool_choice = { type: 'function', function: { name: 'other' } }
      told(await client.post(CHAT, { model, messages, tools: [WEATHER_TOOL], tool_choice }), 400, detailSchema)
    },
  },
  ...ACCEPTED.map(
    ([what, fields]): Check => ({
      name: `chat accepts ${what}`,
      profiles: [],
      requires: ['model'],
      run: async ({ client, model }) =>
        void told(await client.post(CHAT, { model, messages, max_tokens: 4, ...fields }), 200, completionSchema),
    }),
  ),
  ...REFUSED.map(
    ([what, fields, at]): Check => ({
      name: `chat refuses ${what} with a 422 about \`${at}\``,
      profiles: [],
      requires: [],
      async run({ client }) {
        const { detail } = told(await client.post(CHAT, { model: 'any', messages, ...fields }), 422, flawsSchema)
        must(detail[0]?.loc[1] === at, `it is about ${detail[0]?.loc.join('.')}`)
      },
    }),
  ),
]
