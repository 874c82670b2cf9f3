import { readFileSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import type { Clock } from '../core/clock.ts'
import { TrivetError } from '../core/errors.ts'
import { type Buckets, createBuckets } from '../store/buckets.ts'
import type { KeyShelf } from '../store/key-shelf.ts'
import type { KeyUsages } from '../store/key-usage.ts'
import { createSharedBuckets } from '../store/shared/buckets.ts'
import { openClient } from '../store/shared/client.ts'
import { handOver, type OwnKeys } from '../store/shared/hand-over.ts'
import { createSharedShelf } from '../store/shared/key-shelf.ts'
import { createSharedKeyUsages } from '../store/shared/key-usage.ts'
import { createLink, linked, type SharedLink } from '../store/shared/link.ts'
import type { Logger } from '../telemetry/logger.ts'

/** Where keys, counters and limits are kept. */
export interface Sharing {
  readonly shelf: KeyShelf
  readonly usages: KeyUsages
  readonly buckets: Buckets
  /** `null`: here alone. */
  readonly link: SharedLink | null
  close(): Promise<void>
}

export interface SharingOptions extends Pick<Config, 'sharing' | 'auth'> {
  readonly own: OwnKeys
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** As long as a server that is started together with this one may take to come up. */
const PATIENCE_MS = 10_000
const NOTE = 'shared_keys_seen'

/**
 * Here alone, or with all Trivets of the server that the settings name: its keys are known when this resolves. Rejects
 * with `invalid_config` where it can't be used, or has lost the keys that it had: nobody would know who may ask.
 */
export async function openSharing({ sharing, auth, own, clock, logger }: SharingOptions): Promise<Sharing> {
  const alone = createBuckets(clock)
  if (sharing === null)
    return { shelf: own.shelf, usages: own.usages, buckets: alone, link: null, close: async () => {} }
  const link = await openLink(sharing, clock)
  const { url } = link.status
  try {
    const trouble = await linked(link, clock, PATIENCE_MS)
    if (trouble !== null) throw refused(`the server at ${url} can't be used: ${trouble}`)
    const shelf = await openShelf(link, own)
    if (auth === 'auto' && shelf.keys().length === 0 && own.notes.read(NOTE) === true) {
      throw refused(
        `the server at ${url} has none of the keys that it had. Restore what it kept, or make a key anew ` +
          '(trivet keys create <name>), or let everyone in: `auth: off` (--auth off)',
      )
    }
    const usages = createSharedKeyUsages(link, clock)
    return {
      shelf,
      usages,
      buckets: createSharedBuckets(link, alone),
      link,
      async close() {
        await usages.close()
        const lost = usages.pending()
        if (lost > 0) logger.error({ url, requests: lost }, 'requests were never counted with their keys')
        link.close()
      },
    }
  } catch (error) {
    link.close()
    throw error
  }

  async function openShelf(link: SharedLink, own: OwnKeys): Promise<KeyShelf> {
    let noted = own.notes.read(NOTE) === true
    const shelf = createSharedShelf(link, () => {
      if (!noted) own.notes.write(NOTE, true)
      noted = true
    })
    const names = await handOver(own, link).catch(() => [])
    if (names.length > 0) logger.info({ url, keys: names }, 'keys of this machine are shared from now on')
    await shelf.refresh()
    const { trouble } = link.status
    if (trouble !== null) throw refused(`the server at ${url} can't be used: ${trouble}`)
    return shelf
  }
}

/** Begins to connect. Rejects with `invalid_config` for a certificate that can't be read. */
export async function openLink(
  { url, prefix, authorityPath }: NonNullable<Config['sharing']>,
  clock: Clock,
): Promise<SharedLink> {
  const authority = authorityPath === null ? null : certificate(authorityPath)
  return createLink(await openClient({ url, prefix, authority }), clock)
}

function refused(reason: string): TrivetError {
  return new TrivetError('invalid_config', { reason: `redis.url: ${reason}.` })
}

function certificate(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = `redis.authority: ${path} can't be read: ${(error as Error).message}.`
    throw new TrivetError('invalid_config', { reason })
  }
}
