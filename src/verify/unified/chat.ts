import type { z } from 'zod'
import { eightAtOnce } from '../chat-promises.ts'
import type { Check, Target } from '../check.ts'
import { addsUp, CHAT, HELLO } from '../conversation.ts'
import { must, told } from '../judge.ts'
import { chat } from './requests.ts'
import { completionSchema } from './schemas.ts'

const user = { role: 'user', content: 'Hello' }
const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Paris"}' } }

/** Requests that every server answers, whatever the answer. */
const ACCEPTED: Readonly<Record<string, object>> = {
  temperature: { temperature: 0.5 },
  top_p: { top_p: 0.9 },
  penalties: { presence_penalty: 0.5, frequency_penalty: -0.5 },
  'one answer wanted': { n: 1 },
  'a stop as a text': { stop: '~~' },
  'stops as a list': { stop: ['~~', '@@'] },
  'a seed': { seed: 7 },
  'a user': { user: 'someone' },
  'logit_bias that says nothing': { logit_bias: {} },
  'response_format text': { response_format: { type: 'text' } },
  'a system message': { messages: [{ role: 'system', content: 'Be brief.' }, user] },
  'a developer message': { messages: [{ role: 'developer', content: 'Be brief.' }, user] },
  'a text in parts': { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }] },
  'names of authors': { messages: [{ ...user, name: 'alice' }] },
  'an earlier answer': { messages: [user, { role: 'assistant', content: 'Hi.' }, user] },
  'a call and its result': {
    messages: [
      user,
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'Sunny.' },
    ],
  },
}

/** What such a request is answered. */
export async function answered(
  { client, model }: Target,
  fields: object = {},
): Promise<z.infer<typeof completionSchema>> {
  return told(await chat(client, model, fields), 200, completionSchema)
}

/** The text of what such a request is answered. */
export const textOf = async (target: Target, fields: object = {}) =>
  (await answered(target, fields)).choices[0]?.message.content ?? ''

export const chatChecks: readonly Check[] = [
  {
    name: 'a bare request is answered by one choice, with counters that add up',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const { choices, usage } = told(await client.post(CHAT, { model, messages: HELLO }), 200, completionSchema)
      must(choices.length === 1, `${choices.length} choices`)
      addsUp(usage)
    },
  },
  ...Object.entries(ACCEPTED).map(
    ([what, fields]): Check => ({
      name: `a chat may have ${what}`,
      profiles: ['core'],
      requires: ['model'],
      run: async (target) => void (await answered(target, { max_tokens: 4, ...fields })),
    }),
  ),
  ...['max_tokens', 'max_completion_tokens'].map(
    (name): Check => ({
      name: `an answer ends at ${name}, and says so`,
      profiles: ['core'],
      requires: ['model'],
      async run({ client, model }) {
        const answer = await client.post(CHAT, { model, messages: HELLO, [name]: 2 })
        const { choices, usage } = told(answer, 200, completionSchema)
        must(usage.completion_tokens <= 2, `${usage.completion_tokens} tokens`)
        must(choices[0]?.finish_reason === 'length', `finish_reason ${choices[0]?.finish_reason}`)
      },
    }),
  ),
  {
    name: 'an answer ends before a text of `stop`',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const whole = await textOf(target, {})
      const stop = whole.slice(Math.floor(whole.length / 2))
      must(stop !== '', 'there was no text to stop at')
      const cut = await textOf(target, { stop: [stop] })
      must(!cut.includes(stop) && whole.startsWith(cut), 'it goes on')
    },
  },
  ...[{ temperature: 0 }, { temperature: 1, seed: 42 }].map(
    (fields): Check => ({
      name: `the same answer comes again with ${JSON.stringify(fields)}`,
      profiles: ['core'],
      requires: ['model'],
      grade: 'should',
      async run(target) {
        const first = await textOf(target, fields)
        must((await textOf(target, fields)) === first, 'two answers differ')
      },
    }),
  ),
  {
    name: 'several answers may be asked for at once',
    profiles: [],
    requires: ['model'],
    grade: 'should',
    async run(target) {
      const { choices } = await answered(target, { n: 2, temperature: 1 })
      must(choices.map(({ index }) => index).join() === '0,1', `${choices.length} choices`)
    },
  },
  {
    name: 'logprobs are told for each token, and its likeliest rivals',
    profiles: [],
    requires: ['model'],
    grade: 'should',
    async run(target) {
      const { choices } = await answered(target, { logprobs: true, top_logprobs: 2 })
      const tokens = choices[0]?.logprobs?.content ?? []
      must(tokens.length > 0, 'there are none')
      must(
        tokens.every(({ top_logprobs: rivals }) => rivals.length === 2),
        'a token has more or fewer than the two rivals asked for',
      )
      must(tokens.map(({ token }) => token).join('') === choices[0]?.message.content, 'they are not those of the text')
    },
  },
  eightAtOnce(chat, completionSchema),
]
