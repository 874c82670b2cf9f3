import type { z } from 'zod'

/**
 * One route, as data: what the transport mounts, what validates its body and what the OpenAPI document says of it.
 * Knows nothing of sockets, so that any contract can mount it anywhere.
 */
export interface Endpoint<Body = unknown> {
  readonly method: 'GET' | 'POST'
  /** A trailing `*` takes the rest of the path, slashes included; it arrives decoded as `Call.rest`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** What `*` stands for, for the documentation. */
  readonly rest?: { readonly name: string; readonly description: string }
  readonly body?: z.ZodType<Body>
  /** By status, then by content type. */
  readonly responses: Readonly<Record<number, ResponseDoc>>
  /** Throws TrivetErrors; whatever else escapes is an `internal_error`. */
  handle(call: Call<Body>): Reply | Promise<Reply>
}

export interface ResponseDoc {
  readonly description: string
  readonly content: Readonly<Record<string, z.ZodType>>
}

/** One request, read and validated. */
export interface Call<Body = unknown> {
  readonly body: Body
  /** What the path's `*` matched, decoded; empty without one. */
  readonly rest: string
  /** Aborts when the client is gone before its answer was complete. */
  readonly signal: AbortSignal
}

export type Reply = JsonReply | EventsReply | PageReply | RedirectReply

export interface JsonReply {
  readonly kind: 'json'
  readonly status: number
  readonly body: unknown
}

/** Server-sent events, each value one `data:` line of JSON. A TrivetError thrown midway becomes the last of them. */
export interface EventsReply {
  readonly kind: 'events'
  readonly events: AsyncIterable<unknown>
}

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
