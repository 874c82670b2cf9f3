import { randomUUID } from 'node:crypto'
import type { ApiKey } from '../../core/key.ts'
import type { KeyShelf, StoredKey } from '../key-shelf.ts'
import { sharedAnswer } from './answer.ts'
import { type SharedLink, whenAway } from './link.ts'

export const KEYS = 'keys'
export const KEYS_VERSION = 'keys:version'

/**
 * The keys of all Trivets of one shared server. While it is away, those that were last seen there are known.
 * @param seen hears when there are some
 */
export function createSharedShelf(link: SharedLink, seen: () => void = () => {}): KeyShelf {
  let read: { readonly version: string; readonly keys: readonly StoredKey[] } = { version: '', keys: [] }

  const look = async () => {
    const [version, kept] = await link.ask((commands) => commands.readKeys(KEYS, KEYS_VERSION, read.version))
    // Answers of two questions that were asked at once tell the same, or the later of them tells what is newer.
    if (kept === undefined) return read
    if (kept.length > 0) seen()
    read = { version, keys: kept.map(decode).toSorted(byAge) }
    return read
  }

  return {
    refresh: () =>
      look().then(
        () => {},
        whenAway(() => {}),
      ),
    keys: () => read.keys,
    put: (decide) =>
      sharedAnswer(link, async () => {
        while (true) {
          const { version, keys } = await look()
          const stored = decide(keys)
          const next = randomUUID()
          const text = encodeKey(stored)
          const put = await link.ask((commands) =>
            commands.putKey(KEYS, KEYS_VERSION, version, next, stored.key.id, text),
          )
          // Another was faster: it is decided anew on what there is now.
          if (put === 0) continue
          await look()
          return stored
        }
      }),
  }
}

export function encodeKey({ key, digest }: StoredKey): string {
  return JSON.stringify({ ...key, digest: Buffer.from(digest).toString('hex') })
}

function decode(text: string): StoredKey {
  const { digest, ...key } = JSON.parse(text) as ApiKey & { readonly digest: string }
  return { key, digest: Buffer.from(digest, 'hex') }
}

function byAge(one: StoredKey, other: StoredKey): number {
  return one.key.createdMs - other.key.createdMs || (one.key.id < other.key.id ? -1 : 1)
}
