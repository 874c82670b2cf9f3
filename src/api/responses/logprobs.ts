import type { RankedToken, TokenLogprob } from '../../core/event.ts'

export interface TokenLogprobFields extends RankedTokenFields {
  readonly top_logprobs: readonly RankedTokenFields[]
}

interface RankedTokenFields {
  readonly token: string
  /** The token's own, which need not be whole characters. */
  readonly bytes: readonly number[]
  readonly logprob: number
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[]): readonly TokenLogprobFields[] {
  return logprobs.map((token) => ({ ...encodeToken(token), top_logprobs: token.top.map(encodeToken) }))
}

function encodeToken({ bytes, logprob }: RankedToken): RankedTokenFields {
  const raw = Buffer.from(bytes, 'base64')
  return { token: raw.toString('utf8'), bytes: [...raw], logprob }
}
