import { z } from 'zod'
import type { RankedToken, TokenLogprob } from '../../core/event.ts'

/** What JSON has instead of minus infinity: OpenAI's number for it. */
const LEAST_LOGPROB = -9999

const rankedToken = {
  token: z.string(),
  logprob: z.number(),
  bytes: z.array(z.int()).describe("The token's own, which need not be whole characters."),
}

const tokenLogprob = z
  .object({ ...rankedToken, top_logprobs: z.array(z.object(rankedToken)).describe('Likeliest first.') })
  .meta({ id: 'TokenLogprob' })

export const logprobsSchema = z
  .object({ content: z.array(tokenLogprob), refusal: z.null() })
  .meta({ id: 'Logprobs', description: 'Of the tokens of the content: not of reasoning, nor of tool calls.' })

export type LogprobsFields = z.infer<typeof logprobsSchema>

/** Of a token without text, such as one that ends the turn, nothing is told. */
export function encodeLogprobs(logprobs: readonly TokenLogprob[]): LogprobsFields {
  const shown = logprobs.filter(({ bytes }) => bytes !== '')
  return {
    content: shown.map((token) => ({ ...encodeToken(token), top_logprobs: token.top.map(encodeToken) })),
    refusal: null,
  }
}

function encodeToken({ bytes, logprob }: RankedToken) {
  const raw = Buffer.from(bytes, 'base64')
  return { token: raw.toString('utf8'), logprob: Math.max(logprob, LEAST_LOGPROB), bytes: [...raw] }
}
