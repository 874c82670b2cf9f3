import type { Check } from '../check.ts'
import { CHAT, HELLO } from '../conversation.ts'
import { hasStatus, must, Skip, told } from '../judge.ts'
import { PNG } from '../picture.ts'
import { chat } from './requests.ts'
import { errorSchema, tooLongSchema } from './schemas.ts'

/** Longer than most windows. */
const LONG = [{ role: 'user', content: 'word '.repeat(100_000) }]

const BODIES: Readonly<Record<string, string>> = {
  'broken JSON': '{"model":',
  'no body': '',
  'a list': '[]',
  'a stream that is a text': JSON.stringify({ model: 'm', messages: HELLO, stream: 'yes' }),
}

const MESSAGES: Readonly<Record<string, object>> = {
  'a message without content': { role: 'user', content: null },
  'a role that is not there': { role: 'wizard', content: 'Hello' },
}

export const chatErrorChecks: readonly Check[] = [
  {
    name: 'a model that is not there is a 400 with `error` as a text',
    profiles: ['core'],
    requires: [],
    run: async ({ client }) => void told(await chat(client, 'no/such-model'), 400, errorSchema),
  },
  ...Object.entries(BODIES).map(
    ([kind, body]): Check => ({
      name: `${kind} is a 400 with \`error\` as a text`,
      profiles: ['core'],
      requires: [],
      run: async ({ client }) => void told(await client.post(CHAT, body), 400, errorSchema),
    }),
  ),
  ...Object.entries(MESSAGES).map(
    ([kind, message]): Check => ({
      name: `${kind} is a 400`,
      profiles: ['core'],
      requires: ['model'],
      run: async ({ client, model }) => void told(await chat(client, model, { messages: [message] }), 400, errorSchema),
    }),
  ),
  {
    name: 'a compute unit that is none is a 400 that lists those there are',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const { error } = told(await chat(client, model, { compute: 'tpu' }), 400, errorSchema)
      for (const unit of ['cpu', 'gpu', 'npu', 'hybrid']) must(error.includes(unit), `${unit} is not listed`)
    },
  },
  {
    name: 'a list of devices is read',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const answer = await chat(client, model, { compute: 'HTP0,HTP1' })
      hasStatus(answer, 200, 400, 500)
      must(!/must be one of|it must be/.test(answer.text), 'it is taken for no devices at all')
    },
  },
  {
    name: 'a picture for a model that reads text is a 400',
    profiles: [],
    requires: ['model'],
    async run({ client, model }) {
      const content = [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: PNG } },
      ]
      const answer = await chat(client, model, { messages: [{ role: 'user', content }] })
      if (answer.status === 200) throw new Skip('the model sees')
      told(answer, 400, errorSchema)
    },
  },
  ...[false, true].map(
    (stream): Check => ({
      name: `a prompt that is too long is told with its usage${stream ? ', where a stream was wanted' : ''}`,
      profiles: stream ? [] : ['core'],
      requires: ['model'],
      async run({ client, model }) {
        const answer = await chat(client, model, { messages: LONG, stream, max_completion_tokens: 1 })
        const [event] = answer.events
        if (event !== undefined && 'error' in (JSON.parse(event.data) as object)) return
        if (answer.status === 200) throw new Skip('the window is longer than the prompt')
        const { usage } = told(answer, 400, tooLongSchema)
        must(usage.prompt_tokens > 0, 'the prompt has no tokens')
      },
    }),
  ),
  {
    name: 'odd messages are answered or refused, and break nothing',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      const odd: readonly object[] = [
        { role: 'tool', content: [{ type: 'text', text: 'Sunny.' }] },
        { role: null, content: 'Hello' },
        { role: 'user', content: 7 },
        { role: 'assistant', content: '', tool_calls: [{}] },
      ]
      for (const message of odd) {
        const { status } = await chat(client, model, { messages: [...HELLO, message] })
        must(status < 500, `status ${status}`)
      }
      hasStatus(await chat(client, model), 200)
    },
  },
]
