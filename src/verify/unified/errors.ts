import { refusal } from '../chat-promises.ts'
import type { Check } from '../check.ts'
import { CHAT, HELLO } from '../conversation.ts'
import { must, Skip, told } from '../judge.ts'
import { chat } from './requests.ts'
import { errorSchema } from './schemas.ts'

/** Requests that no server can make sense of. */
const BODIES: Readonly<Record<string, (model: string) => object | string>> = {
  'broken JSON': () => '{"model":',
  'no model': () => ({ messages: HELLO }),
  'no messages': (model) => ({ model }),
  'an empty list of messages': (model) => ({ model, messages: [] }),
  'messages that are a text': (model) => ({ model, messages: 'Hello' }),
  'a role that is none': (model) => ({ model, messages: [{ role: 'wizard', content: 'Hello' }] }),
  'a temperature that is a text': (model) => ({ model, messages: HELLO, temperature: 'hot' }),
  'a stream that is a text': (model) => ({ model, messages: HELLO, stream: 'yes' }),
}

const BEYOND: readonly object[] = [{ temperature: 2.1 }, { top_p: 1.1 }, { presence_penalty: 2.1 }, { max_tokens: 0 }]

export const errorChecks: readonly Check[] = [
  {
    name: 'a chat with a model that is not there is a 404 with an error object',
    profiles: ['core'],
    requires: [],
    async run({ client }) {
      const { error } = told(await chat(client, 'no-such-model'), 404, errorSchema)
      must(error.code === 'model_not_found', 'its code is not model_not_found')
    },
  },
  ...Object.entries(BODIES).map(
    ([what, body]): Check => ({
      name: `${what} is a 400 with an error object`,
      profiles: ['core'],
      requires: ['model'],
      run: async ({ client, model }) => void told(await client.post(CHAT, body(model)), 400, errorSchema),
    }),
  ),
  ...BEYOND.map((fields) => refusal(chat, fields, errorSchema)),
  {
    name: 'a prompt beyond the context is a 400 context_length_exceeded',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const messages = [{ role: 'user', content: 'word '.repeat(200_000) }]
      const answer = await chat(client, model, { messages, max_tokens: 1 })
      if (answer.status === 200) throw new Skip('the window is longer than the prompt')
      const { error } = told(answer, 400, errorSchema)
      must(error.code === 'context_length_exceeded', 'its code is another')
    },
  },
  {
    name: 'a path that nothing is at is a 404',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => must((await client.get('/v1/nothing/here')).status === 404, 'it is another'),
  },
  {
    name: 'a field that nobody knows is passed over',
    profiles: ['openwebui'],
    requires: ['model'],
    grade: 'should',
    run: async ({ client, model }) =>
      must((await chat(client, model, { no_such_field: { a: 1 } })).status === 200, 'it is refused'),
  },
]
