import { TrivetError } from '../../core/errors.ts'

/** A server to measure. */
export interface Target {
  /** The OpenAI base URL, `/v1` included. */
  readonly url: URL
  readonly model: string
  readonly apiKey: string | null
}

/** What the command line says of the targets: one model or key for all of them, or one each. */
export interface TargetOptions {
  readonly url: readonly string[]
  readonly model: readonly string[]
  readonly apiKey: readonly string[]
}

/** Throws `invalid_value` for a URL that is none, and for a number of models or keys that doesn't fit. */
export async function findTargets(options: TargetOptions): Promise<Target[]> {
  const count = options.url.length
  const models = oneEach('--model', options.model, count)
  const keys = oneEach('--api-key', options.apiKey, count)
  return await Promise.all(
    options.url.map(async (text, i) => {
      const url = baseUrl(text)
      const apiKey = keys[i] ?? null
      return { url, apiKey, model: models[i] ?? (await firstModel(url, apiKey)) }
    }),
  )
}

/** `/v1` where a URL has no path, and never a slash at the end. */
export function baseUrl(text: string): URL {
  if (!URL.canParse(text)) throw misfit(`--url ${text} is not a URL. An example: http://127.0.0.1:8420/v1`)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw misfit('An address in --url or --compare must have no user and no password in it. --api-key gives a key.')
  url.pathname = url.pathname.replace(/\/+$/, '') || '/v1'
  return url
}

/** One value for each of `count`: given once, it is everyone's. */
export function oneEach(option: string, values: readonly string[], count: number): (string | null)[] {
  if (values.length > 1 && values.length !== count)
    throw misfit(`${option} was given ${values.length} times for ${count} URLs. Give it once, or once a URL.`)
  return Array.from({ length: count }, (_, i) => values[i] ?? values[0] ?? null)
}

export function authorization(apiKey: string | null): Record<string, string> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

/** Rejects with `upstream_error` when it can't be asked, or has none. */
export async function firstModel(url: URL, apiKey: string | null): Promise<string> {
  const response = await fetch(`${url}/models`, { headers: authorization(apiKey) }).catch((error: Error) => {
    throw unasked(url, `can't be reached: ${String(error.cause ?? error.message)}.`)
  })
  if (!response.ok) throw unasked(url, `answers ${response.status} when it is asked for its models. Name one.`)
  const { data } = (await response.json()) as { data?: { id?: string }[] }
  const id = data?.[0]?.id
  if (id === undefined) throw unasked(url, 'lists no models. Name one.')
  return id
}

function misfit(reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason })
}

/** @param reason goes on after "The server at <url>" */
export function unasked(url: URL, reason: string): TrivetError {
  return new TrivetError('upstream_error', { url: url.href, reason })
}
