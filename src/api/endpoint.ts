import type { z } from 'zod'
import type { ErrorFormat } from '../contracts/error-format.ts'
import type { TrivetError } from '../core/errors.ts'
import type { RouteScope } from '../core/key.ts'
import type { PageFile } from './page/web-page.ts'

/**
 * One route, as data: what the transport mounts, what validates its body and what the OpenAPI document says of it.
 * Knows nothing of sockets, so that any contract can mount it anywhere.
 */
export interface Endpoint<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /**
   * `:name` takes one segment, which arrives as `Call.params.name`. A trailing `*` takes the rest of the path, slashes
   * included; it arrives decoded as `Call.rest`.
   */
  readonly path: string
  /** What a key must be for. */
  readonly scope: RouteScope
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** What `*` stands for, for the documentation. */
  readonly rest?: { readonly name: string; readonly description: string }
  /** What each `:name` stands for, for the documentation. */
  readonly params?: Readonly<Record<string, string>>
  /** What may follow the path's `?`. Unknown names are ignored. */
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** The body comes as a form with files (`multipart/form-data`) rather than in JSON: its values are texts and `File`s. */
  readonly isForm?: boolean
  /** Not in the OpenAPI document: another describes it. */
  readonly hidden?: boolean
  /** By status, then by content type. */
  readonly responses: Readonly<Record<number, ResponseDoc>>
  /**
   * Only for pages of this machine: the client and the host that it names are of it, and it sends this header with the
   * value `1`, which pages of other sites can't.
   */
  readonly localHeader?: string
  /**
   * How a request that this is the body of will be answered, if as a stream. When the answer's beginning is long in
   * coming, the stream is begun without it: silence would look like a dead connection.
   */
  streams?(body: Body): StreamFormat | null
  /** Paths that are another's though this one's pattern fits them. */
  readonly except?: readonly string[]
  /** How its clients read errors. Default: OpenAI's object. */
  readonly errors?: ErrorFormat
  /** How a failure ends a stream, where that is no event of its own kind. Default: as the error it is. */
  failure?(error: TrivetError): object
  /** Throws TrivetErrors; whatever else escapes is an `internal_error`. */
  handle(call: Call<Body, Query>): Reply | Promise<Reply>
  /** The same over a WebSocket at this path, where there is one: what it returns answers each message in turn. */
  readonly connect?: (peer: SocketPeer) => AnswerMessage
}

/** Who is at the other end of a WebSocket. */
export interface SocketPeer extends Pick<Call, 'owner'> {
  /** Aborts when the connection is closed. */
  readonly signal: AbortSignal
}

/**
 * Each object is sent as one message of JSON, the first with what would be headers of its own over HTTP. Throws, and
 * rejects with, TrivetErrors.
 */
export type AnswerMessage = (message: unknown) => Promise<MessageReply>

export interface MessageReply extends Pick<EventsReply, 'headers' | 'ignored'> {
  readonly events: AsyncIterable<object>
}

export interface ResponseDoc {
  readonly description: string
  readonly content: Readonly<Record<string, z.ZodType>>
}

/** Of an answer that is JSON, whoever asks. */
export function jsonDoc(description: string, schema: z.ZodType): ResponseDoc {
  return { description, content: { 'application/json': schema } }
}

/** One request, read and validated. */
export interface Call<Body = unknown, Query = unknown> {
  readonly body: Body
  readonly query: Query
  readonly params: Readonly<Record<string, string>>
  /** What the path's `*` matched, decoded; empty without one. */
  readonly rest: string
  /** Content types that the client would read, as in the header; empty: any. */
  readonly accept: string
  /** Whose key asks, so that what one has stored stays hidden from another. */
  readonly owner: string
  /** The secret that it came with, for what is asked of this server in its name; `null`: none. */
  readonly credential: string | null
  /** As the client names this server: `127.0.0.1:8420`. */
  readonly host: string
  /** The `id` of the last event that the client saw of a stream that broke off; `null`: it does not say. */
  readonly lastEventId: string | null
  /** Aborts when the client is gone before its answer was complete. */
  readonly signal: AbortSignal
}

export type Reply = JsonReply | EventsReply | ContentReply | FileReply | PageReply | RedirectReply

export interface JsonReply {
  readonly kind: 'json'
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly ignored?: Ignored
}

/** A stream of values. A TrivetError thrown midway becomes the last of them. */
export interface EventsReply {
  readonly kind: 'events'
  readonly events: AsyncIterable<unknown>
  /** Default: `data`. */
  readonly format?: StreamFormat
  readonly headers?: Readonly<Record<string, string>>
  readonly ignored?: Ignored
}

/**
 * `data`: server-sent events without names, closed by `data: [DONE]` unless they failed; with `data-always-done`, then
 * too; with `data-named-error`, a failure is an event `error`. `named`: server-sent events named after the value's
 * `type`, closed by the last of them; with `named-always-done` by `data: [DONE]`, also when they failed; with `named-ids`,
 * each has its `id`. `lines`: one JSON value a line.
 */
export type StreamFormat =
  | 'data'
  | 'data-always-done'
  | 'data-named-error'
  | 'named'
  | 'named-always-done'
  | 'named-ids'
  | 'lines'

/** Anything else, piece by piece. One that fails midway is cut off, for its client to see that it is not whole. */
export interface ContentReply {
  readonly kind: 'content'
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

/** A file that is the same for everyone, as it was built. */
export interface FileReply {
  readonly kind: 'file'
  readonly file: PageFile
  /** What it names beside itself is looked for from its path, which ends with a slash therefore. */
  readonly isFolder?: boolean
}

/** Parts of the request that had no effect, beyond fields that the schema doesn't know; told in a header. */
export type Ignored = readonly string[]

/** A whole HTML page that needs nothing else; its only style sheet is inline. */
export interface PageReply {
  readonly kind: 'page'
  readonly html: string
  readonly style: string
}

export interface RedirectReply {
  readonly kind: 'redirect'
  readonly location: string
}

/** A JSON answer, 200 unless said. */
export function json(body: unknown, status = 200): JsonReply {
  return { kind: 'json', status, body }
}
