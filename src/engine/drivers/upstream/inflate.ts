import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { TrivetError } from '../../../core/errors.ts'

/** By their names in `content-encoding` (RFC 9110, 8.4.1). */
const INFLATERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

/**
 * The bytes of an answer that something on the way has compressed, as they come. Throws `upstream_error` where they are
 * broken, or compressed in another way.
 * @param encoding the header `content-encoding`, in small letters: the last one was applied last
 */
export async function* inflated(url: string, body: Readable, encoding: string): AsyncGenerator<Buffer, void> {
  const names = encoding.split(',').map((name) => name.trim())
  const used = names.filter((name) => name !== '' && name !== 'identity')
  const inflaters = used.toReversed().map((name) => INFLATERS[name])
  const failed = (reason: string) => new TrivetError('upstream_error', { url, reason })
  if (!inflaters.every((inflater) => inflater !== undefined)) {
    // Given up unread, it fails, which nobody is to hear.
    body.on('error', () => {}).destroy()
    throw failed(`compresses its answers (${encoding}), which was not asked for and can not be undone here.`)
  }
  try {
    // What fails is thrown where the last one is read.
    yield* inflaters.reduce((bytes: Readable, inflater) => pipeline(bytes, inflater(), () => {}), body)
  } catch (thrown) {
    const { code = '', message } = thrown as NodeJS.ErrnoException
    // As zlib and Brotli name what they find; a connection's failures are told as such.
    throw /^(Z_|ERR_)/.test(code)
      ? failed(`compresses its answers (${encoding}), and this one is broken: ${message}.`)
      : thrown
  }
}
