import { finished, Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'
import { TrivetError } from '../core/errors.ts'

/** Codings of a request's body, by their names in `content-encoding`. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: zlib.createGunzip,
  'x-gzip': zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
  ...zstd(),
}

/** Throws `unsupported_encoding` unless a body in this coding can be read. */
export function requireCoding(contentEncoding: string | undefined): void {
  const coding = nameOf(contentEncoding)
  if (coding === 'identity' || Object.hasOwn(DECODERS, coding)) return
  const supported = Object.keys(DECODERS).filter((name) => !name.startsWith('x-'))
  throw new TrivetError('unsupported_encoding', { encoding: coding.slice(0, 100), supported: supported.join(', ') })
}

/**
 * The body as it was before it was coded. It fails with `body_too_large` beyond `limitBytes`, however little was sent
 * to say so much, and with `invalid_value` where the coding is broken; the rest of `body` is then drained unread.
 */
export function decoded(body: Readable, contentEncoding: string | undefined, limitBytes: number): Readable {
  const decoder = DECODERS[nameOf(contentEncoding)]?.()
  if (decoder === undefined) return body
  finished(body, (error) => error && decoder.destroy(error))
  const result = new DecodedBody(bounded(body, decoder, limitBytes))
  body.on('data', (chunk: Buffer) => {
    result.receivedEncodedLength += chunk.length
  })
  body.pipe(decoder)
  return result
}

/** fastify compares `content-length` with this, as what was sent is no longer what is read. */
class DecodedBody extends Readable {
  receivedEncodedLength = 0
  readonly #pieces: AsyncGenerator<Buffer, void>

  constructor(pieces: AsyncGenerator<Buffer, void>) {
    super()
    this.#pieces = pieces
  }

  override _read(): void {
    this.#pieces.next().then(
      ({ value }) => this.push(value ?? null),
      (error: Error) => this.destroy(error),
    )
  }
}

async function* bounded(body: Readable, decoder: Transform, limitBytes: number): AsyncGenerator<Buffer, void> {
  let size = 0
  try {
    for await (const piece of decoder as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > limitBytes) throw new TrivetError('body_too_large', { limit: limitBytes })
      yield piece
    }
  } catch (error) {
    throw error instanceof TrivetError ? error : brokenCoding(error)
  } finally {
    body.unpipe(decoder)
    body.resume()
  }
}

function brokenCoding(error: unknown): TrivetError {
  const words = error instanceof Error ? error.message : 'it ends early'
  return new TrivetError('invalid_value', { reason: `The request body can't be decompressed: ${words}.` })
}

function nameOf(contentEncoding: string | undefined): string {
  const name = (contentEncoding ?? '').trim().toLowerCase()
  return name === '' ? 'identity' : name
}

/** Node has it from 22.15 on. */
function zstd(): Record<string, () => Transform> {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  return createZstdDecompress === undefined ? {} : { zstd: createZstdDecompress }
}
