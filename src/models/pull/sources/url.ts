import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import { partNames, readGgufName, whisperStem } from '../../ids/file-names.ts'
import { idPart } from '../../ids/id.ts'
import { precisionOf } from '../../ids/precision.ts'
import { describe } from '../download/ranged-response.ts'
import { PUBLIC, type RemoteFile } from '../download/remote-file.ts'
import { type SourceClient, shown } from '../net/client.ts'
import { DOCUMENT_PATIENCE, retried } from '../net/transient.ts'
import { localName, type PullPlan } from '../plan.ts'
import type { UrlReference } from '../reference.ts'

/** What the servers of plain addresses are asked with. */
export interface Web {
  readonly client: SourceClient
  readonly clock: Clock
}

/** A GGUF file at an address, or one of whisper.cpp; the first of its parts stands for all of them, which lie beside it. */
export async function planUrl(web: Web, { url }: UrlReference, signal: AbortSignal): Promise<PullPlan> {
  const address = new URL(url)
  const source = shown(address)
  const given = localName(decodeURIComponent(address.pathname), source)
  const stem = whisperStem(given)
  const name = stem === null ? readGgufName(given) : ({ stem, role: 'weights', part: null } as const)
  if (name === null) {
    const reason = 'it is not the address of a .gguf file, nor of one of whisper.cpp (`ggml-….bin`).'
    throw new TrivetError('source_unusable', { source, reason })
  }
  if (name.role !== 'weights')
    throw new TrivetError('source_unusable', { source, reason: `that is the ${name.role} of a model.` })
  const names = name.part === null ? [given] : partNames(given, name.part.of)
  const files = await Promise.all(names.map((each) => probed(web, beside(address, each), each, signal)))
  return {
    id: idPart(name.stem),
    source,
    revision: null,
    precision: stem === null ? precisionOf(name.stem) : null,
    entry: names[0] ?? given,
    files: files.map((file) => ({ ...file, role: 'weights' })),
  }
}

/** The file with its size, by its first byte; a server that doesn't do ranges says it in its head. */
export async function probed(
  { client, clock }: Web,
  url: string,
  name: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  const file: RemoteFile = { name, url, sizeBytes: null, sha256: null, access: PUBLIC }
  return retried(clock, signal, DOCUMENT_PATIENCE, async () => {
    const answer = await client.get({ url, signal, headers: { range: 'bytes=0-0' } })
    try {
      if (answer.status === 416) return file
      if (answer.status !== 200 && answer.status !== 206) throw client.refusal(answer, { url, tokenHint: PUBLIC.hint })
      return { ...file, sizeBytes: describe(answer, 0, 1, file).totalBytes }
    } finally {
      answer.body.destroy()
    }
  })
}

function beside(address: URL, name: string): string {
  const url = new URL(address)
  url.pathname = url.pathname.replace(/[^/]*$/, encodeURIComponent(name))
  return url.href
}
