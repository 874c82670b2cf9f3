import type { Dispatcher } from 'undici'
import { TrivetError } from '../../../core/errors.ts'
import { retryAfterSeconds } from '../../../core/retry-after.ts'
import { excerpt } from './excerpt.ts'

/** What the requests that follow should wait, when a busy server doesn't say. */
const USUAL_WAIT_SECONDS = 2

type Answer = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>

interface Asked {
  /** Of the server's API. */
  readonly url: string
  /** Of the route, below it or beside. */
  readonly address: string
}

/** What another server's refusal is to our client. What it says of the request is passed on; of itself, it is told as such. */
export function refusalOf({ url, address }: Asked, { statusCode, headers }: Answer, body: string): TrivetError {
  const { words, param } = told(body)
  const header = headers['retry-after']
  const wait = retryAfterSeconds(typeof header === 'string' ? header : undefined, Date.now())
  const failed = (reason: string) => new TrivetError('upstream_error', { url, reason, status: statusCode })
  switch (statusCode) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return redirected({ url, address }, statusCode, [headers.location ?? ''].flat()[0] ?? '')
    case 400:
    case 413:
    case 422:
      return (
        tooLong(words) ?? new TrivetError('invalid_value', { reason: words || `${url} refused the request.` }, param)
      )
    case 401:
    case 403:
      return failed(`does not accept the key it was given (${statusCode}).`)
    case 404:
      return failed(`does not know what it was asked for: ${words || 'not found'}`)
    case 429:
    case 503:
      return new TrivetError('upstream_busy', { url, retryAfter: wait ?? USUAL_WAIT_SECONDS })
    default:
      return failed(`failed (${statusCode}): ${words || 'it does not say why'}`)
  }
}

/**
 * Requests are not sent after a redirection, which may lead to whoever is not to see them, nor the key. It is told
 * without its query, and without the route asked for: so it is the address of an API.
 */
function redirected({ url, address }: Asked, status: number, location: string): TrivetError {
  const failed = (reason: string) => new TrivetError('upstream_error', { url, reason })
  if (location === '' || !URL.canParse(location, address))
    return failed(`redirects (${status}), and not to an address.`)
  const { origin, pathname } = new URL(location, address)
  const route = address.startsWith(url) ? address.slice(url.length) : ''
  const place = `${origin}${pathname}`
  const whither = route !== '' && place.endsWith(route) ? place.slice(0, -route.length) : place
  return failed(`redirects to ${whither} (${status}). If it has moved there, name that address in \`upstreams\`.`)
}

/** What an error says, in whatever shape it comes, and of which field; of a web page, its title. */
function told(body: string): { readonly words: string; readonly param: string | null } {
  try {
    const { error, detail, message } = JSON.parse(body) as Record<string, unknown>
    const inside = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : { message: error }
    const found = inside.message ?? message ?? detail ?? ''
    const words = typeof found === 'string' ? found : JSON.stringify(found)
    return { words: words.slice(0, 1000), param: typeof inside.param === 'string' ? inside.param : null }
  } catch {
    return { words: body.trim() === '' ? '' : excerpt(body), param: null }
  }
}

/**
 * That a prompt is too long for the model is said in words, with the limit first and the prompt second: vLLM's "maximum
 * context length is 4096 tokens. However, you requested 5000", llama-server's "request (5000 tokens) exceeds the
 * available context size (4096 tokens)", OpenVINO Model Server's "Number of prompt tokens: 5000 exceeds model max length: 4096".
 */
function tooLong(words: string): TrivetError | null {
  const [exact] = /Number of prompt tokens: \d+ exceeds .*/.exec(words) ?? []
  if (exact === undefined && !/context (length|size|window)/i.test(words)) return null
  const numbers = Array.from((exact ?? words).matchAll(/\d+/g), ([digits]) => Number(digits))
  if (numbers.length < 2) return null
  const [limit, prompt] = [Math.min(...numbers.slice(0, 2)), Math.max(...numbers.slice(0, 2))]
  return new TrivetError('context_length_exceeded', { limit, prompt })
}
