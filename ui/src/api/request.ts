import { apiUrl } from './base.ts'
import { keyStore } from './key.ts'

/** What the server answered instead of what was asked for; status 0: it didn't. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** The answer, whose status is good. Rejects with an `ApiError`, or as `fetch` does when `signal` aborts. */
export async function request(path: string, { method, body, signal }: RequestOptions = {}): Promise<Response> {
  const { key } = keyStore.get()
  const response = await reach(apiUrl(path), {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== null && { authorization: `Bearer ${key}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  const error = await errorOf(response)
  // Another may have been given since.
  const isCurrent = keyStore.get().key === key
  if (response.status === 401 && isCurrent)
    keyStore.set({ key, wanted: key === null ? 'This server wants a key.' : error.message })
  throw error
}

export async function requestJson<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await request(path, options)).json() as Promise<T>
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', 'The server does not answer. Is it running?')
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    return new ApiError(response.status, error.code, error.message)
  } catch {
    return new ApiError(response.status, 'unknown', `The server answered ${response.status} ${response.statusText}.`)
  }
}
