import type { z } from 'zod'
import type { Check, Target } from './check.ts'
import { CHAT, type Chat, HELLO, type Limit } from './conversation.ts'
import { hasStatus, must, told } from './judge.ts'

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null | undefined }
    readonly finish_reason?: string | null | undefined
  }[]
}

/** How a contract's chat is asked for. */
export interface AskedChat {
  readonly chat: Chat
  readonly limit: Limit
  /** The text of a whole answer. */
  said(target: Target): Promise<string | null | undefined>
  /** The chunks of a stream that ended as it should. */
  streamed(target: Target, fields?: object): Promise<readonly Chunk[]>
}

/** What contracts promise alike of streams. */
export const streamPromises = ({ chat, limit, said, streamed }: AskedChat): readonly Check[] => [
  {
    name: 'a stream says what the whole answer says',
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const whole = await said(target)
      const pieces = (await streamed(target)).map(({ choices }) => choices[0]?.delta.content ?? '')
      must(pieces.join('') === whole, 'the texts differ')
    },
  },
  {
    name: `a stream ends at ${limit}, and says so`,
    profiles: ['core'],
    requires: ['model'],
    async run(target) {
      const chunks = await streamed(target, { [limit]: 1 })
      must(chunks.at(-1)?.choices[0]?.finish_reason === 'length', 'it says something else')
    },
  },
  {
    name: 'whoever leaves a stream is not waited for',
    profiles: ['core'],
    requires: ['model'],
    async run({ client, model }) {
      await client.postAndLeave(CHAT, { model, messages: HELLO, stream: true, [limit]: 2048 })
      hasStatus(await chat(client, model), 200)
    },
  },
]

/** Requests that come together wait for each other, and none is turned away. */
export const eightAtOnce = (chat: Chat, completion: z.ZodType): Check => ({
  name: 'eight requests at once are all answered',
  profiles: ['core'],
  requires: ['model'],
  async run({ client, model }) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => chat(client, model)))
    for (const answer of answers) told(answer, 200, completion)
  },
})

/** A value beyond what the document allows is refused. */
export const refusal = (chat: Chat, fields: object, error: z.ZodType): Check => ({
  name: `${JSON.stringify(fields)} is refused`,
  profiles: [],
  requires: ['model'],
  grade: 'should',
  run: async ({ client, model }) => void told(await chat(client, model, fields), 400, error),
})
