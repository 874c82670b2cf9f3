import { type ServerEvent, serverEvents } from './server-events.ts'

/** What came back, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body, where it is JSON; else `undefined`. */
  readonly json: unknown
  /** Those of a stream; of any other answer, none. */
  readonly events: readonly ServerEvent[]
}

export interface RequestParts {
  /** An object is sent as JSON; a text as it is, and called JSON too. */
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks one server. Redirects are answers like any other. */
export interface Client {
  send(method: string, path: string, parts?: RequestParts): Promise<Answer>
  get(path: string, headers?: RequestParts['headers']): Promise<Answer>
  post(path: string, body: object | string, headers?: RequestParts['headers']): Promise<Answer>
  /** Posts, and hangs up as soon as the first bytes of an answer are there. */
  postAndLeave(path: string, body: object): Promise<void>
  /** The same server, asked with another key; `null`: with none. */
  withKey(key: string | null): Client
}

export interface ClientOptions {
  /** Without a trailing slash, and without `/v1`. */
  readonly url: string
  /** Sent as a bearer token. */
  readonly key: string | null
  /** Ends whatever is being asked. */
  readonly signal: AbortSignal
  /** Default: Node's own. */
  readonly fetch?: typeof fetch
}

export function createClient(options: ClientOptions): Client {
  const { url, key, signal, fetch: send = fetch } = options
  const ask = (method: string, path: string, { body, headers }: RequestParts, until = signal) =>
    send(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: until,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  const client: Client = {
    send: async (method, path, parts = {}) => read(await ask(method, path, parts)),
    get: (path, headers = {}) => client.send('GET', path, { headers }),
    post: (path, body, headers = {}) => client.send('POST', path, { body, headers }),
    async postAndLeave(path, body) {
      const leaving = new AbortController()
      const response = await ask('POST', path, { body }, AbortSignal.any([signal, leaving.signal]))
      await response.body?.getReader().read()
      leaving.abort()
    },
    withKey: (other) => createClient({ ...options, key: other }),
  }
  return client
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text()
  const streamed = /^text\/event-stream/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: parsed(text),
    events: streamed ? serverEvents(text) : [],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
