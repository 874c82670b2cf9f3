import { TrivetError } from '../../../core/errors.ts'
import { retryAfterSeconds } from '../../../core/retry-after.ts'
import { Transient } from './transient.ts'

/** Said when a server that asks for less doesn't say how much less. */
const DEFAULT_RETRY_SECONDS = 30

/** What is known of an answer that isn't what was asked for. */
export interface Refused {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** As it was asked for, to be shown. */
  readonly url: string
  readonly tokenSent: boolean
  /** How one gets a token for this source, as a sentence; null: there are none. */
  readonly tokenHint: string | null
}

/** The error that this answer is; a `Transient` when it may be another one later. */
export function refusal(answer: Refused, nowMs: number): TrivetError | Transient {
  const { status, url, headers } = answer
  if (status === 401 || status === 403) return denied(answer)
  if (status === 404 || status === 410) return new TrivetError('source_not_found', { url })
  if (status === 429) {
    const retryAfter = retryAfterSeconds(headers['retry-after'], nowMs) ?? windowSeconds(headers.ratelimit)
    const error = new TrivetError('source_rate_limited', { url, retryAfter: retryAfter ?? DEFAULT_RETRY_SECONDS })
    return new Transient(error, retryAfter === null ? null : retryAfter * 1000)
  }
  const error = new TrivetError('upstream_error', { url, reason: `answered with status ${status}.` })
  if (status !== 408 && status < 500) return error
  const retryAfter = retryAfterSeconds(headers['retry-after'], nowMs)
  return new Transient(error, retryAfter === null ? null : retryAfter * 1000)
}

/** Seconds until more may be asked, by a `RateLimit` header (`"api";r=0;t=55`), which Hugging Face sends. */
function windowSeconds(header: string | undefined): number | null {
  const seconds = /;\s*t=(\d+)/.exec(header ?? '')?.[1]
  return seconds === undefined ? null : Number(seconds)
}

function denied({ status, url, headers, tokenSent, tokenHint }: Refused): TrivetError {
  // The hub answers so for what isn't there too, so as not to tell what is private.
  const code = headers['x-error-code']
  const hidden = code === 'RepoNotFound' ? 'it does not exist, or is private. ' : ''
  const gated = code === 'GatedRepo' ? 'its owner wants its terms accepted first, on its page. ' : ''
  const token = tokenSent
    ? 'The token that was sent gives no access to it.'
    : (tokenHint ?? 'Trivet has no way to log in there.')
  return new TrivetError('source_unauthorized', { url, status, hint: `${hidden}${gated}${token}` })
}
