import type { RankedToken, TokenLogprob } from '../../core/event.ts'

/** What JSON has instead of minus infinity: OpenAI's number for it. */
const LEAST_LOGPROB = -9999

export interface RankedTokenFields {
  readonly token: string
  readonly logprob: number
  /** The token's own, which need not be whole characters. */
  readonly bytes: number[]
}

export interface TokenLogprobFields extends RankedTokenFields {
  readonly top_logprobs: RankedTokenFields[]
}

/** A sampled token and its rivals, in OpenAI's words. */
export function encodeTokenLogprob(token: TokenLogprob): TokenLogprobFields {
  return { ...encodeToken(token), top_logprobs: token.top.map(encodeToken) }
}

function encodeToken({ bytes, logprob }: RankedToken): RankedTokenFields {
  const raw = Buffer.from(bytes, 'base64')
  return { token: raw.toString('utf8'), logprob: Math.max(logprob, LEAST_LOGPROB), bytes: [...raw] }
}
