import OpenAI from 'openai'

/** A server to test, wherever it runs and whatever model it has. */
export interface Target {
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string
  /** Id of a chat model; its text should be longer than a dozen characters. */
  readonly model: string
}

/** The official client; it repeats nothing, so that every failure is seen. */
export function openai({ baseUrl }: Target): OpenAI {
  return new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'none', maxRetries: 0 })
}

/** POST of a chat completion, as bare as it gets. */
export function postChat(
  { baseUrl }: Target,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = { 'content-type': 'application/json' }
  return fetch(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers: { ...json, ...headers }, body })
}
