import type { Check, Target } from '../check.ts'
import { hasHeader, hasStatus, must, shaped, told } from '../judge.ts'
import { CHAT, chat, HELLO } from './requests.ts'
import { type Chunk, chunkSchema, completionSchema } from './schemas.ts'

/** The chunks of a stream that ended as it should. */
async function streamed({ client, model }: Target, fields: object = {}): Promise<Chunk[]> {
  const answer = await chat(client, model, { stream: true, ...fields })
  hasStatus(answer, 200)
  hasHeader(answer, 'content-type', /^text\/event-stream/)
  must(
    answer.events.every(({ name }) => name === 'message'),
    'an event has a name',
  )
  must(answer.events.at(-1)?.data === '[DONE]', 'it does not end with [DONE]')
  return answer.events.slice(0, -1).map(({ data }) => shaped(JSON.parse(data), chunkSchema))
}

const textOf = (chunks: readonly Chunk[]) => chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')

export const streamingChecks: readonly Check[] = [
  {
    name: 'a stream is chunks and then [DONE]; the last with a choice says why it ended, and nothing else',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const chunks = await streamed(target)
      const reasons = chunks.map(({ choices }) => choices[0]?.finish_reason ?? null)
      must(
        reasons.slice(0, -1).every((reason) => reason === null),
        'a chunk before the last has a finish_reason',
      )
      must(reasons.at(-1) !== null, 'the last chunk has no finish_reason')
      must(Object.keys(chunks.at(-1)?.choices[0]?.delta ?? { missing: 1 }).length === 0, 'its delta is not empty')
      must(chunks[0]?.choices[0]?.delta.role === 'assistant', 'the first chunk has no role')
    },
  },
  {
    name: 'a stream says what the whole answer says',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const whole = told(await chat(target.client, target.model), 200, completionSchema)
      must(textOf(await streamed(target)) === whole.choices[0]?.message.content, 'the texts differ')
    },
  },
  {
    name: 'usage is one more chunk when it is asked for, and nowhere otherwise',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const asked = await streamed(target, { stream_options: { include_usage: true } })
      const told = asked.filter(({ usage }) => usage !== undefined)
      must(told.length === 1 && told[0] === asked.at(-1), `${told.length} chunks have it`)
      must(asked.at(-1)?.choices.length === 0, 'its chunk has choices')
      must(
        (await streamed(target)).every(({ usage }) => usage === undefined),
        'it is there unasked',
      )
    },
  },
  {
    name: 'a stream ends at max_completion_tokens, and says so',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const chunks = await streamed(target, { max_completion_tokens: 1 })
      must(chunks.at(-1)?.choices[0]?.finish_reason === 'length', 'it says something else')
    },
  },
  {
    name: 'whoever leaves a stream is not waited for',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      await client.postAndLeave(CHAT, { model, messages: HELLO, stream: true, max_completion_tokens: 2048 })
      hasStatus(await chat(client, model), 200)
    },
  },
]
