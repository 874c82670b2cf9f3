import { TrivetError } from '../../../core/errors.ts'
import type { SourceResponse } from '../net/client.ts'
import { Transient } from '../net/transient.ts'
import type { RemoteFile } from './remote-file.ts'

/** What an answer says of the file it is a part of, or the whole of. */
export interface Described {
  /** `whole`: the server doesn't do ranges, or the file is another one by now. */
  readonly extent: 'part' | 'whole'
  readonly totalBytes: number | null
  /** A strong `ETag`, else `Last-Modified`: what `If-Range` may say (RFC 9110 §13.1.5). Null: neither. */
  readonly validator: string | null
}

/** Reads the head of an answer to a request for bytes from `start` up to `end` (null: to the end). Throws what is a lie. */
export function describe(
  { status, headers }: SourceResponse,
  start: number,
  end: number | null,
  file: RemoteFile,
): Described {
  const lie = (reason: string) => new TrivetError('upstream_error', { url: file.url, reason })
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding !== 'identity') throw lie(`sends the file in the coding ${coding}, which it was not asked for.`)
  const lengthText = headers['content-length']
  const length = lengthText === undefined ? null : Number(lengthText)
  const validator = validatorOf(headers)
  if (status === 200) {
    checkSize(length, file, lie)
    return { extent: 'whole', totalBytes: length, validator }
  }
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '')
  if (!range) throw lie('answers with a part of the file and does not say which.')
  const [from, to, total] = [Number(range[1]), Number(range[2]), range[3] === '*' ? null : Number(range[3])]
  if (from !== start || (end !== null && to >= end)) throw lie(`sends bytes ${from}-${to} when asked from ${start} on.`)
  if (length !== null && length !== to - from + 1) {
    throw new Transient(lie(`says that bytes ${from}-${to} are ${length} bytes.`))
  }
  checkSize(total, file, lie)
  return { extent: 'part', totalBytes: total, validator }
}

function checkSize(total: number | null, { sizeBytes }: RemoteFile, lie: (reason: string) => TrivetError): void {
  if (total === null || sizeBytes === null || total === sizeBytes) return
  throw lie(`has a file of ${total} bytes where its source announces ${sizeBytes}.`)
}

function validatorOf(headers: SourceResponse['headers']): string | null {
  const { etag } = headers
  if (etag?.startsWith('"')) return etag
  return headers['last-modified'] ?? null
}
