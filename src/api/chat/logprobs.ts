import { z } from 'zod'
import type { TokenLogprob } from '../../core/event.ts'
import { encodeTokenLogprob } from '../answering/token-logprob.ts'

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
  return { content: shown.map(encodeTokenLogprob), refusal: null }
}
