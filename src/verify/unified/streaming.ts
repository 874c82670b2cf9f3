import type { Check, Target } from '../check.ts'
import type { Answer } from '../client.ts'
import { hasHeader, hasStatus, must, shaped } from '../judge.ts'
import { answered } from './chat.ts'
import { CHAT, chat, HELLO } from './requests.ts'
import { type Chunk, chunkSchema } from './schemas.ts'

/** The chunks of a stream that ended as it should. */
export function chunksOf(answer: Answer): Chunk[] {
  hasStatus(answer, 200)
  hasHeader(answer, 'content-type', /^text\/event-stream/)
  must(answer.events.at(-1)?.data === '[DONE]', 'it does not end with [DONE]')
  return answer.events.slice(0, -1).map(({ data }) => shaped(JSON.parse(data), chunkSchema))
}

async function streamed({ client, model }: Target, fields: object = {}): Promise<Chunk[]> {
  return chunksOf(await chat(client, model, { stream: true, ...fields }))
}

export const streamingChecks: readonly Check[] = [
  {
    name: 'a stream is chunks of one answer and then [DONE], and says once why it ended',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const chunks = await streamed(target)
      must(new Set(chunks.map(({ id }) => id)).size === 1, 'its chunks have several ids')
      const choices = chunks.flatMap((chunk) => chunk.choices)
      must(choices[0]?.delta.role === 'assistant', 'the first chunk has no role')
      const ends = choices.filter(({ finish_reason }) => typeof finish_reason === 'string')
      must(ends.length === 1 && ends[0] === choices.at(-1), 'it does not finish once, at the end')
    },
  },
  {
    name: 'a stream says what the whole answer says',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const whole = (await answered(target)).choices[0]?.message.content
      const pieces = (await streamed(target)).map(({ choices }) => choices[0]?.delta.content ?? '')
      must(pieces.join('') === whole, 'the texts differ')
    },
  },
  {
    name: 'usage is one more chunk when it is asked for, and nowhere otherwise',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const asked = await streamed(target, { stream_options: { include_usage: true } })
      must(asked.at(-1)?.choices.length === 0 && asked.at(-1)?.usage != null, 'the last chunk is not one of usage')
      must(
        (await streamed(target)).every(({ usage }) => usage == null),
        'it is there unasked',
      )
    },
  },
  {
    name: 'a stream ends at max_tokens, and says so',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const chunks = await streamed(target, { max_tokens: 1 })
      must(chunks.at(-1)?.choices[0]?.finish_reason === 'length', 'it says something else')
    },
  },
  {
    name: 'whoever leaves a stream is not waited for',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      await client.postAndLeave(CHAT, { model, messages: HELLO, stream: true, max_tokens: 2048 })
      hasStatus(await chat(client, model), 200)
    },
  },
]
