import { streamPromises } from '../chat-promises.ts'
import type { Check, Target } from '../check.ts'
import { chunksOf } from '../chunks.ts'
import { must } from '../judge.ts'
import { textOf } from './chat.ts'
import { chat, LIMIT } from './requests.ts'
import { type Chunk, chunkSchema } from './schemas.ts'

async function streamed({ client, model }: Target, fields: object = {}): Promise<Chunk[]> {
  return chunksOf(await chat(client, model, { stream: true, ...fields }), chunkSchema)
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
  ...streamPromises({ chat, limit: LIMIT, said: textOf, streamed }),
]
