import { TrivetError } from '../../../core/errors.ts'
import type { SourceClient, SourceResponse } from '../net/client.ts'
import { Transient } from '../net/transient.ts'
import { type Described, describe } from './ranged-response.ts'
import type { RemoteFile } from './remote-file.ts'

/** The file is not the one it was when its download began. */
export class Changed extends Error {}

/** Bytes of a file from `start` up to `end`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** What is known of the file since its first answer. */
export interface Known {
  readonly totalBytes: number
  readonly validator: string | null
}

export interface RangeAnswer {
  readonly answer: SourceResponse
  readonly described: Described
}

/**
 * Asks for a part of the file, as it was known before if it was. Rejects with `Changed` when it is another one, and with
 * what else is wrong with the answer, whose body is let go then.
 */
export async function askRange(
  client: SourceClient,
  file: RemoteFile,
  { start, end }: Range,
  known: Known | null,
  signal: AbortSignal,
): Promise<RangeAnswer> {
  const { url, access } = file
  const token = await access.token(signal)
  const condition = known?.validator ? { 'if-range': known.validator } : {}
  const answer = await client.get({ url, token, signal, headers: { range: `bytes=${start}-${end - 1}`, ...condition } })
  try {
    if (answer.status === 416) return { answer, described: nothingThere(answer, file, known) }
    if (answer.status !== 200 && answer.status !== 206) {
      const refusal = client.refusal(answer, { url, token, tokenHint: access.hint })
      const outdated = refusal instanceof TrivetError && refusal.code === 'source_unauthorized' && access.refused?.()
      throw outdated ? new Transient(refusal) : refusal
    }
    const described = describe(answer, start, end, file)
    if (known !== null && isOther(described, known)) throw new Changed()
    return { answer, described }
  } catch (thrown) {
    answer.body.destroy()
    throw thrown
  }
}

/** An empty file has no bytes from 0 on; any other has. */
function nothingThere({ headers }: SourceResponse, { url }: RemoteFile, known: Known | null): Described {
  if (known !== null) throw new Changed()
  if (headers['content-range'] === 'bytes */0') return { extent: 'part', totalBytes: 0, validator: null }
  throw new TrivetError('upstream_error', { url, reason: 'says that the file has no beginning.' })
}

/** A whole file where a part was asked for is how `If-Range` says that there is another one. */
function isOther({ extent, totalBytes, validator }: Described, known: Known): boolean {
  if (extent === 'whole' || (totalBytes !== null && totalBytes !== known.totalBytes)) return true
  return validator !== null && known.validator !== null && validator !== known.validator
}
