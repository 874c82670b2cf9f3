import { eightAtOnce } from '../chat-promises.ts'
import type { Check } from '../check.ts'
import { addsUp, CHAT, HELLO } from '../conversation.ts'
import { hasStatus, must, told } from '../judge.ts'
import { chat } from './requests.ts'
import { completionSchema } from './schemas.ts'

const call = { name: 'get_weather', arguments: '{"city": "Paris"}' }

/** Ways to say that something was called and came to a result, by what they are. */
const ROUND_TRIPS: Readonly<Record<string, readonly object[]>> = {
  'with ids': [
    { role: 'assistant', content: '', tool_calls: [{ id: 'call_1', type: 'function', function: call }] },
    { role: 'tool', content: 'Sunny.', tool_call_id: 'call_1' },
  ],
  'without ids, as the document has it': [
    { role: 'assistant', content: '', tool_calls: [{ type: 'function', function: call }] },
    { role: 'tool', content: 'Sunny.', name: 'get_weather' },
  ],
  'in the older form': [
    { role: 'assistant', content: '', function_call: call },
    { role: 'tool', content: 'Sunny.' },
  ],
}

export const chatChecks: readonly Check[] = [
  {
    name: 'a bare request is answered by one choice, with counters that add up',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { choices, usage } = told(await client.post(CHAT, { model, messages: HELLO }), 200, completionSchema)
      must(choices.length === 1, `${choices.length} choices`)
      addsUp(usage)
      must(usage.prompt_tokens > 0, 'the prompt has no tokens')
    },
  },
  {
    name: 'an answer has an id, a time and the name of its model',
    profiles: ['openwebui', 'n8n'],
    requires: ['model'],
    grade: 'should',
    async run({ client, model }) {
      const { id, created, model: named } = told(await chat(client, model), 200, completionSchema)
      must(id !== '' && created > 0 && named !== '', 'one of them is empty')
    },
  },
  {
    name: 'an answer ends at max_completion_tokens, and says so',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await chat(client, model, { max_completion_tokens: 1 })
      const { choices, usage } = told(answer, 200, completionSchema)
      must(usage.completion_tokens === 1, `${usage.completion_tokens} tokens`)
      must(choices[0]?.finish_reason === 'length', `finish_reason ${choices[0]?.finish_reason}`)
    },
  },
  {
    name: 'max_tokens is its older name, and weaker',
    profiles: ['openwebui', 'n8n'],
    requires: ['model'],
    async run({ client, model }) {
      const tokens = async (fields: object) =>
        told(await client.post(CHAT, { model, messages: HELLO, temperature: 0, ...fields }), 200, completionSchema)
          .usage.completion_tokens
      must((await tokens({ max_tokens: 1 })) === 1, 'it is not heeded')
      must((await tokens({ max_tokens: 5, max_completion_tokens: 1 })) === 1, 'it wins')
    },
  },
  ...['an empty list of messages', 'no messages', 'a system message alone'].map(
    (kind): Check => ({
      name: `${kind} loads the model, and is answered by null`,
      profiles: ['core'],
      requires: ['model'],
      async run({ client, model }) {
        const messages = {
          'an empty list of messages': [],
          'a system message alone': [{ role: 'system', content: 'Be brief.' }],
        }
        const fields = kind in messages ? { messages: messages[kind as keyof typeof messages] } : {}
        const answer = await client.post(CHAT, { model, ...fields })
        hasStatus(answer, 200)
        must(answer.json === null, 'the body is not null')
      },
    }),
  ),
  {
    name: 'a text may come in parts',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const content = ['Hello!', 'How are you?'].map((text) => ({ type: 'text', text }))
      told(await chat(client, model, { messages: [{ role: 'user', content }] }), 200, completionSchema)
    },
  },
  {
    name: 'temperature 0 is the likeliest answer every time, and so is a seed at any temperature',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const said = async (fields: object) =>
        told(await chat(client, model, fields), 200, completionSchema).choices[0]?.message.content
      for (const fields of [{}, { temperature: 1, seed: 42 }]) {
        const first = await said(fields)
        must((await said(fields)) === first, `two answers with ${JSON.stringify(fields)} differ`)
      }
    },
  },
  ...Object.entries(ROUND_TRIPS).map(
    ([kind, turns]): Check => ({
      name: `a tool's call and its result go on ${kind}`,
      profiles: kind === 'with ids' ? ['core'] : [],
      requires: ['model'],
      async run({ client, model }) {
        told(await chat(client, model, { messages: [...HELLO, ...turns] }), 200, completionSchema)
      },
    }),
  ),
  {
    name: 'a second turn finds the first one in the cache',
    profiles: [],
    requires: ['model'],
    grade: 'should',
    async run({ client, model }) {
      const headers = { 'GenieX-KeepCache': 'true' }
      const long = { role: 'user', content: 'Tell me about the weather in the north, please. '.repeat(12) }
      const ask = (messages: readonly object[]) =>
        client.post(CHAT, { model, messages, max_completion_tokens: 4 }, headers)
      const first = told(await ask([long]), 200, completionSchema)
      const turns = [long, { role: 'assistant', content: first.choices[0]?.message.content ?? '' }, ...HELLO]
      const { usage } = (await ask(turns)).json as { usage?: { prompt_tokens_details?: { cached_tokens?: number } } }
      must((usage?.prompt_tokens_details?.cached_tokens ?? 0) > 0, 'no tokens are told as cached')
    },
  },
  eightAtOnce(chat, completionSchema),
]
