import { streamPromises } from '../chat-promises.ts'
import type { Check, Target } from '../check.ts'
import { chunksOf, unnamed } from '../chunks.ts'
import { must, told } from '../judge.ts'
import { chat, LIMIT } from './requests.ts'
import { type Chunk, chunkSchema, completionSchema } from './schemas.ts'

async function streamed({ client, model }: Target, fields: object = {}): Promise<Chunk[]> {
  return chunksOf(unnamed(await chat(client, model, { stream: true, ...fields })), chunkSchema)
}

async function said({ client, model }: Target): Promise<string | undefined> {
  return told(await chat(client, model), 200, completionSchema).choices[0]?.message.content
}

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
  ...streamPromises({ chat, limit: LIMIT, said, streamed }),
]
