import { createHash } from 'node:crypto'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { endServer, listenAtLoopback } from './loopback.ts'

/** A file and how its server misbehaves. */
export interface Served {
  readonly bytes: Buffer
  /** Null: none. Default: a strong one of the content. A function: by how many requests there were before. */
  readonly etag?: string | null | ((requests: number) => string)
  readonly lastModified?: string
  /** Answers every request with everything. */
  readonly ignoresRange?: boolean
  /** Says so many bytes more than it sends, then hangs up. */
  readonly overstates?: number
  /** Hangs up after so many bytes of an answer; how often. */
  readonly cuts?: { readonly after: number; readonly times: number }
  /** Sends so many bytes of an answer and then nothing, with the connection open; how often. */
  readonly stalls?: { readonly after: number; readonly times: number }
  /** Answers the first requests with these. */
  readonly first?: readonly { readonly status: number; readonly headers?: Record<string, string> }[]
  readonly redirect?: string
  /** Only to who has it. */
  readonly token?: string
  readonly contentEncoding?: string
  /** Not in the head of the answer; the body is chunked. */
  readonly hidesLength?: boolean
  /** In `Content-Range`, instead of the length. */
  readonly totalSaid?: number
  /** Sends as much as it may only after this resolves. */
  readonly gate?: Promise<void>
}

export interface SeenRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** A file server on the loopback that misbehaves on purpose. */
export class FileServer {
  readonly requests: SeenRequest[] = []
  /** Bytes of files sent, in all. */
  sentBytes = 0
  readonly #server: Server
  #origin = ''
  readonly #files = new Map<string, Served>()
  readonly #documents = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>()
  readonly #counts = new Map<string, number>()

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response))
  }

  static async start(): Promise<FileServer> {
    const server = new FileServer()
    server.#origin = await listenAtLoopback(server.#server)
    return server
  }

  get origin(): string {
    return this.#origin
  }

  serve(path: string, file: Served): string {
    this.#files.set(path, file)
    return `${this.origin}${path}`
  }

  /** Answers GETs of this path (and whatever query) as it likes. */
  answer(path: string, handler: (request: IncomingMessage, response: ServerResponse) => void): void {
    this.#documents.set(path, handler)
  }

  json(path: string, value: unknown, headers: Record<string, string> = {}): void {
    this.answer(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
    })
  }

  rangesOf(path: string): (string | undefined)[] {
    return this.requests.filter((request) => request.path === path).map(({ headers }) => headers.range)
  }

  async close(): Promise<void> {
    await endServer(this.#server)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] ?? '/')
    this.requests.push({ path, headers: request.headers })
    const document = this.#documents.get(path)
    const file = this.#files.get(path)
    if (document) document(request, response)
    else if (file) this.#answerFile(path, file, request, response)
    else response.writeHead(404).end('nothing here')
  }

  #answerFile(path: string, file: Served, request: IncomingMessage, response: ServerResponse): void {
    const count = this.#counts.get(path) ?? 0
    this.#counts.set(path, count + 1)
    const early = file.first?.[count]
    const known = !file.token || request.headers.authorization === `Bearer ${file.token}`
    if (early) response.writeHead(early.status, early.headers).end()
    else if (!known) response.writeHead(401).end()
    else if (file.redirect) response.writeHead(302, { location: file.redirect }).end()
    else void this.#send(file, count, request, response)
  }

  async #send(file: Served, count: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { bytes } = file
    const etag = typeof file.etag === 'function' ? file.etag(count) : (file.etag ?? null)
    const version = file.etag === undefined ? `"${createHash('md5').update(bytes).digest('hex')}"` : etag
    const range = file.ignoresRange || isStale(request, version, file) ? null : rangeOf(request, bytes.length)
    if (range === 'outside') {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
      return
    }
    const [start, end] = range ?? [0, bytes.length]
    response.writeHead(range === null ? 200 : 206, {
      ...(version !== null && { etag: version }),
      ...(file.lastModified && { 'last-modified': file.lastModified }),
      ...(!file.hidesLength && { 'content-length': end - start + (file.overstates ?? 0) }),
      ...(range !== null && { 'content-range': `bytes ${start}-${end - 1}/${file.totalSaid ?? bytes.length}` }),
      ...(file.contentEncoding && { 'content-encoding': file.contentEncoding }),
    })
    response.flushHeaders()
    await file.gate
    const cut = within(file.cuts, count, end - start)
    const stall = within(file.stalls, count, end - start)
    const body = bytes.subarray(start, Math.min(end, start + (cut ?? stall ?? end - start)))
    this.sentBytes += body.length
    response.write(body, () => {
      if (stall !== null) return
      if (cut !== null || file.overstates) request.socket.destroy()
      else response.end()
    })
  }
}

function within(limit: { after: number; times: number } | undefined, count: number, length: number): number | null {
  return limit && count < limit.times && limit.after < length ? limit.after : null
}

function isStale(request: IncomingMessage, etag: string | null, file: Served): boolean {
  const condition = request.headers['if-range']
  return condition !== undefined && condition !== etag && condition !== file.lastModified
}

function rangeOf(request: IncomingMessage, length: number): readonly [number, number] | 'outside' | null {
  const match = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (!match) return null
  const start = Number(match[1])
  if (start >= length) return 'outside'
  return [start, match[2] ? Math.min(Number(match[2]) + 1, length) : length]
}
