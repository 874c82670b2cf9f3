import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import { isPrivateAddress, literalAddress } from './addresses.ts'
import { createDispatcher, refusedAddress } from './dispatcher.ts'
import { networkError } from './network-error.ts'
import { refusal } from './refusal.ts'
import { DOCUMENT_PATIENCE, retried } from './transient.ts'

const MAX_REDIRECTS = 10
const REDIRECTS = [301, 302, 303, 307, 308]

/** One request for a file or a document. */
export interface SourceRequest {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a bearer token to the host of `url`, and to no other that it may lead to. */
  readonly token?: string | null
  readonly signal: AbortSignal
  /** Whether a redirect may lead there. Default: anywhere that may be connected to. */
  mayLeadTo?(url: URL): boolean
}

export interface DocumentRequest extends SourceRequest {
  readonly tokenHint: string | null
  /** Bytes at most. */
  readonly limit: number
  /** Failures at which it is given up. Default: 3. */
  readonly patience?: number
}

export interface SourceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Readable
  /** Where the answer came from in the end. */
  readonly url: string
}

export interface ClientOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly privateAllowed: boolean
  /** What is said to whoever may want it allowed, after a space; empty: nothing. */
  readonly privateAdvice?: string
  /** Origins that the user has set up, such as a mirror inside the house: their addresses may be private. */
  readonly trustedOrigins: readonly string[]
  readonly userAgent: string
}

/** HTTP as downloads need it: redirects looked at one by one, tokens kept, private addresses refused. */
export class SourceClient {
  readonly #options: ClientOptions
  /** To trusted origins and to all others, once either was asked for. */
  readonly #dispatchers = new Map<boolean, Promise<Dispatcher>>()

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** The answer to a GET, whatever its status. Rejects with what `networkError` makes of it. */
  async get({
    url,
    headers = {},
    token = null,
    signal,
    mayLeadTo = () => true,
  }: SourceRequest): Promise<SourceResponse> {
    let at = this.#checked(url)
    let credentials = token
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const response = await this.#once(at, headers, credentials, signal)
      const { location } = response.headers
      if (!REDIRECTS.includes(response.status) || location === undefined) return response
      response.body.destroy()
      const next = this.#checked(location, at)
      if (!mayLeadTo(next)) {
        throw new TrivetError('source_refused', { source: shown(next), reason: `${shown(at)} leads there.` })
      }
      if (next.origin !== at.origin) credentials = null
      at = next
    }
    throw new TrivetError('upstream_error', { url, reason: `leads on and on: more than ${MAX_REDIRECTS} redirects.` })
  }

  /** A JSON document, tried again while what goes wrong may pass. */
  async json(asked: DocumentRequest): Promise<Document & { readonly value: unknown }> {
    const document = await this.text(asked)
    return { ...document, value: parsed(document.text, asked.url) }
  }

  /** A document of any kind, tried again while what goes wrong may pass. */
  async text(asked: DocumentRequest): Promise<Document> {
    const { clock } = this.#options
    return retried(clock, asked.signal, asked.patience ?? DOCUMENT_PATIENCE, async () => {
      const response = await this.get(asked)
      if (response.status !== 200) throw this.refusal(response, asked)
      return { headers: response.headers, text: await limitedText(response, asked) }
    })
  }

  /** Why this answer is not what was asked for; its body is let go. */
  refusal(
    { status, headers, body }: SourceResponse,
    { url, token, tokenHint }: Pick<SourceRequest, 'url' | 'token'> & { readonly tokenHint: string | null },
  ): Error {
    body.destroy()
    return refusal({ status, headers, url, tokenSent: Boolean(token), tokenHint }, this.#options.clock.now())
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#dispatchers.values(), async (made) => (await made).destroy()))
  }

  #dispatcher(trusted: boolean): Promise<Dispatcher> {
    const made = this.#dispatchers.get(trusted) ?? createDispatcher(this.#options.env, trusted, this.#advice)
    this.#dispatchers.set(trusted, made)
    return made
  }

  async #once(
    url: URL,
    headers: Readonly<Record<string, string>>,
    token: string | null,
    signal: AbortSignal,
  ): Promise<SourceResponse> {
    try {
      const { request } = await import('undici')
      const answer = await request(url, {
        dispatcher: await this.#dispatcher(this.#trusts(url)),
        signal,
        headers: {
          'user-agent': this.#options.userAgent,
          // A range of a compressed file is no range of the file.
          'accept-encoding': 'identity',
          ...headers,
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
      })
      // Destroyed midway, it says so by an error that nobody needs to hear.
      answer.body.on('error', () => {})
      return { status: answer.statusCode, headers: single(answer.headers), body: answer.body, url: url.href }
    } catch (thrown) {
      signal.throwIfAborted()
      throw networkError(thrown, shown(url))
    }
  }

  #trusts(url: URL): boolean {
    return this.#options.privateAllowed || this.#options.trustedOrigins.includes(url.origin)
  }

  get #advice(): string {
    return this.#options.privateAdvice ?? ''
  }

  /** Throws `source_refused` for what may not be connected to. Names are looked at once they are resolved. */
  #checked(text: string, from?: URL): URL {
    const url = URL.canParse(text, from?.href) ? new URL(text, from) : null
    if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
      throw new TrivetError('source_refused', { source: text.slice(0, 200), reason: 'it is no address of the web.' })
    }
    if (from?.protocol === 'https:' && url.protocol === 'http:') {
      const reason = `${shown(from)} leads there, from an encrypted connection to one that is not.`
      throw new TrivetError('source_refused', { source: shown(url), reason })
    }
    const address = literalAddress(url)
    if (address !== null && !this.#trusts(url) && isPrivateAddress(address)) {
      throw refusedAddress(url.host, address, this.#advice)
    }
    return url
  }
}

export interface Document {
  readonly headers: SourceResponse['headers']
  readonly text: string
}

/** A URL without what is secret in it: a signature, a password. */
export function shown(url: URL): string {
  return `${url.origin}${url.pathname}`
}

async function limitedText({ body }: SourceResponse, { url, limit }: { url: string; limit: number }): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limit) throw tooLong(url, limit)
      pieces.push(piece)
    }
  } catch (thrown) {
    throw networkError(thrown, url)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function tooLong(url: string, limit: number): TrivetError {
  return new TrivetError('upstream_error', { url, reason: `sends a document of more than ${limit} bytes.` })
}

function parsed(text: string, url: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TrivetError('upstream_error', { url, reason: 'answered with something that is no JSON.' })
  }
}

function single(headers: Readonly<Record<string, string | string[] | undefined>>): SourceResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}
