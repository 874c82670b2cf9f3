import type { Agent, Dispatcher } from 'undici'
import { TrivetError } from '../../../core/errors.ts'
import { eventData } from '../../../core/event-data.ts'
import { networkReason } from '../../../core/network-reason.ts'
import { VIA_HEADER, viaHere } from '../../../core/via.ts'
import type { Endpoint } from './endpoint.ts'
import { excerpt } from './excerpt.ts'
import { inflated } from './inflate.ts'
import { refusalOf } from './refusal.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Bytes of an answer that is read whole. */
const MAX_BYTES = 256 * 1024 * 1024

const MAX_PAGE_BYTES = 4 * 1024 * 1024

/** One server, asked over HTTP. All reject with `upstream_error`, `upstream_busy`, or what the server refused by name. */
export interface UpstreamClient {
  get(path: string, signal: AbortSignal): Promise<unknown>
  /** A page of plain text. */
  text(path: string, signal: AbortSignal): Promise<string>
  post(path: string, body: object, signal: AbortSignal): Promise<unknown>
  /** The values of a stream of server-sent events, up to `[DONE]`. */
  stream(path: string, body: object, signal: AbortSignal): AsyncGenerator<unknown, void>
  close(): void
}

interface Answer {
  /** Of its content; empty: it doesn't say. */
  readonly kind: string
  /** As they were before anything compressed them. */
  readonly body: AsyncIterable<Buffer>
}

/** @param endpoint whose certificate, key and patience it is */
export function createClient({ url, key, authority, patienceMs }: Endpoint): UpstreamClient {
  let agent: Agent | null = null

  /** Read in when it is first asked: most servers have no others. */
  async function library() {
    const { Agent, request } = await import('undici')
    agent ??= new Agent({
      headersTimeout: patienceMs,
      // Between two tokens there may be a long prompt of somebody else's.
      bodyTimeout: patienceMs,
      connect: { timeout: CONNECT_TIMEOUT_MS, ...(authority !== null && { ca: authority }) },
    })
    return { agent, request }
  }

  async function ask(path: string, body: object | null, signal: AbortSignal): Promise<Answer> {
    const address = `${path.startsWith('/') ? new URL(url).origin : `${url}/`}${path}`
    try {
      const { agent: dispatcher, request } = await library()
      const {
        statusCode,
        headers,
        body: bytes,
      } = await request(address, {
        dispatcher,
        signal,
        method: body === null ? 'GET' : 'POST',
        headers: {
          // Between machines of one room it costs more than it saves.
          'accept-encoding': 'identity',
          [VIA_HEADER]: viaHere(),
          ...(key !== null && { authorization: `Bearer ${key}` }),
          ...(body !== null && { 'content-type': 'application/json' }),
        },
        ...(body !== null && { body: JSON.stringify(body) }),
      })
      const answer = {
        kind: headerOf(headers, 'content-type'),
        body: inflated(url, bytes, headerOf(headers, 'content-encoding')),
      }
      if (statusCode < 300) return answer
      throw refusalOf({ url, address }, { statusCode, headers }, await bounded(answer.body, 64 * 1024))
    } catch (thrown) {
      throw failureOf(thrown, url, signal)
    }
  }

  async function page(answer: Answer, limit: number, signal: AbortSignal): Promise<string> {
    try {
      return await bounded(answer.body, limit)
    } catch (thrown) {
      throw failureOf(thrown, url, signal)
    }
  }

  async function whole(answer: Answer, signal: AbortSignal): Promise<unknown> {
    const text = await page(answer, MAX_BYTES, signal)
    try {
      return JSON.parse(text)
    } catch {
      throw unlike(`answers what is no JSON: ${excerpt(text, answer.kind)}.`)
    }
  }

  function event(data: string): unknown {
    try {
      return JSON.parse(data)
    } catch {
      throw unlike(`sends events that are no JSON: ${excerpt(data)}.`)
    }
  }

  function unlike(reason: string): TrivetError {
    return new TrivetError('upstream_error', { url, reason })
  }

  return {
    text: async (path, signal) => page(await ask(path, null, signal), MAX_PAGE_BYTES, signal),
    get: async (path, signal) => whole(await ask(path, null, signal), signal),
    post: async (path, body, signal) => whole(await ask(path, body, signal), signal),
    async *stream(path, body, signal) {
      const answer = await ask(path, body, signal)
      const { kind } = answer
      if (kind !== '' && !kind.startsWith('text/event-stream')) {
        const text = await page(answer, MAX_PAGE_BYTES, signal)
        throw unlike(`answers with no stream of events, which it was asked for: ${excerpt(text, kind)}.`)
      }
      try {
        for await (const data of eventData(answer.body)) {
          if (data === '[DONE]') return
          yield event(data)
        }
      } catch (thrown) {
        throw failureOf(thrown, url, signal)
      }
    },
    // What is under way goes on to its end.
    close: () => void agent?.close(),
  }
}

/** In small letters; empty: it doesn't say. */
function headerOf(headers: Dispatcher.ResponseData['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join(',').trim().toLowerCase()
}

async function bounded(body: Answer['body'], limit: number): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > limit) break
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function failureOf(thrown: unknown, url: string, signal: AbortSignal): TrivetError {
  if (thrown instanceof TrivetError) return thrown
  if (signal.aborted) return new TrivetError('request_cancelled')
  return new TrivetError('upstream_error', { url, reason: networkReason(thrown).reason }, null, { cause: thrown })
}
