import type { z } from 'zod'
import type { Check, Target } from '../check.ts'
import { chunksOf, unnamed } from '../chunks.ts'
import { addsUp, CHAT } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { chunkSchema, completionSchema } from './schemas.ts'

const user = { role: 'user', content: 'Hello' }

/** The same words every time, as far as that can be asked for. */
const greedy = { temperature: 0, top_k: 1 }

async function chat({ client, model }: Target, fields: object): Promise<z.infer<typeof completionSchema>> {
  return told(await client.post(CHAT, { model, messages: [user], ...fields }), 200, completionSchema)
}

const call = { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":1}' } }
const parameters = { type: 'object', properties: { a: { type: 'number' } } }
const tool = { type: 'function', function: { name: 'add', description: 'Adds one.', parameters } }

/** Requests that are answered, whatever the answer. */
const ACCEPTED: readonly (readonly [what: string, fields: object])[] = [
  ['temperature', { temperature: 0.5 }],
  ['top_p', { top_p: 0.9 }],
  ['top_k', { top_k: 1 }],
  ['repeat_penalty', { repeat_penalty: 1.2 }],
  ['frequency_penalty', { frequency_penalty: 0.5 }],
  ['presence_penalty', { presence_penalty: 0.5 }],
  ['stream: false', { stream: false }],
  ['an empty list of stops', { stop: [] }],
  ['an empty list of tools', { tools: [] }],
  ['a tool of another type', { tools: [{ ...tool, type: 'custom' }] }],
  ['tool_choice, whatever it says', { tools: [], tool_choice: 'auto' }],
  ['enable_thinking: true', { enable_thinking: true }],
  ['enable_thinking: false', { enable_thinking: false }],
  ['a list of text parts', { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] }],
  ['a system message', { messages: [{ role: 'system', content: 'Be brief.' }, user] }],
  ['an assistant message', { messages: [user, { role: 'assistant', content: 'Hi.' }, user] }],
]

const accepted = ACCEPTED.map(
  ([what, fields]): Check => ({
    name: `a chat may have ${what}`,
    profiles: ['core'],
    requires: ['model'],
    run: async (target) => void (await chat(target, { ...fields, max_tokens: 4 })),
  }),
)

export const chatChecks: readonly Check[] = [
  ...accepted,
  {
    name: 'a chat is answered by one choice, with a list of calls and counters that add up',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const { model, usage } = await chat(target, {})
      must(model === target.model, 'the answer names another model')
      addsUp(usage)
    },
  },
  {
    name: 'max_tokens ends an answer as `length`',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const { choices, usage } = await chat(target, { max_tokens: 2 })
      must(usage.completion_tokens <= 2, `${usage.completion_tokens} tokens, not 2 at most`)
      must(choices[0].finish_reason === 'length', `it ended by ${choices[0].finish_reason}`)
    },
  },
  {
    name: 'max_completion_tokens is over max_tokens',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const { usage } = await chat(target, { max_tokens: 8, max_completion_tokens: 2 })
      must(usage.completion_tokens <= 2, `${usage.completion_tokens} tokens, not 2 at most`)
    },
  },
  {
    name: 'an answer ends before a text of `stop`',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const whole = (await chat(target, { ...greedy, max_tokens: 12 })).choices[0].message.content ?? ''
      const stop = whole.slice(Math.floor(whole.length / 2))
      must(stop !== '', 'there was no text to stop at')
      const { message } = (await chat(target, { ...greedy, max_tokens: 12, stop: [stop] })).choices[0]
      must(!(message.content ?? '').includes(stop), 'the text is in the answer')
    },
  },
  {
    name: 'a conversation may have calls and their results',
    profiles: [],
    requires: ['model'],
    async run(target) {
      const messages = [
        user,
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: call.id, content: '2' },
      ]
      await chat(target, { messages, tools: [tool], max_tokens: 4 })
    },
  },
  {
    name: 'a stream has deltas, a finish, a chunk of usage and [DONE]',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await client.post(CHAT, { model, messages: [user], stream: true })
      const chunks = chunksOf(unnamed(answer), chunkSchema)
      const last = chunks.at(-1)
      must(last?.choices.length === 0 && last.usage !== undefined, 'the last chunk is not one of usage alone')
      must(
        chunks.slice(0, -1).every(({ usage }) => usage === undefined),
        'there is usage before the end',
      )
      const choices = chunks.flatMap((chunk) => chunk.choices)
      must(choices[0]?.delta.role === 'assistant', 'the first delta has no role')
      const finished = choices.filter(({ finish_reason }) => typeof finish_reason === 'string')
      must(finished.length === 1 && finished[0] === choices.at(-1), 'it does not finish once, at the end')
    },
  },
]
