import type { Config } from '../config/config.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import type { FetchOptions, MediaPolicy } from '../media/reader.ts'
import { SourceClient } from '../models/pull/net/client.ts'
import { Transient } from '../models/pull/net/transient.ts'
import { fileInside } from './file-inside.ts'

/** From where requests may have images and sounds read: what the settings name, and nothing of this machine's network. */
export function mediaPolicy({ folders, hosts }: Config['media'], clock: Clock, version: string): MediaPolicy {
  const client = new SourceClient({
    env: process.env,
    clock,
    privateAllowed: false,
    trustedOrigins: [],
    userAgent: `trivet/${version}`,
  })
  return {
    hosts,
    fileOf: (path) => folders.map((folder) => fileInside(folder, path)).find((file) => file !== null) ?? null,
    // A request isn't kept waiting for what may be better later.
    fetch: (url, options) =>
      fetched(client, url, options).catch((error: unknown) => {
        throw error instanceof Transient ? error.error : error
      }),
  }
}

async function fetched(client: SourceClient, url: string, { limit, signal, allowed }: FetchOptions): Promise<Buffer> {
  const response = await client.get({ url, signal, mayLeadTo: ({ hostname }) => allowed(hostname) })
  if (response.status !== 200) throw client.refusal(response, { url, tokenHint: null })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response.body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > limit) {
      response.body.destroy()
      throw new TrivetError('upstream_error', { url, reason: `sends more than ${limit} bytes.` })
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
