import { type ApiKey, NO_LIMITS } from '../core/key.ts'
import type { KeyStore } from './keys.ts'
import { digestOf, hintOf, matching } from './secrets.ts'

/** A secret of the settings: whoever wrote it there may do everything. */
export interface PlainKey {
  readonly secret: string
  /** Where it was given. */
  readonly from: string
}

/** Everyone who may ask: the keys that were made here, and those of the settings. */
export interface Keyring {
  readonly made: KeyStore
  /** Of the settings. */
  plain(): readonly ApiKey[]
  /** Whose secret this is, whether it is still good or not. */
  find(secret: string): ApiKey | null
  /** There is none, and never was while this server ran: revoking or losing the last one opens nothing. */
  isEmpty(): boolean
}

export function createKeyring(made: KeyStore, plainKeys: () => readonly PlainKey[]): Keyring {
  let read: { readonly from: readonly PlainKey[]; readonly keys: readonly { key: ApiKey; digest: Uint8Array }[] } = {
    from: [],
    keys: [],
  }
  const plain = () => {
    const from = plainKeys()
    if (from !== read.from)
      read = { from, keys: from.map((key) => ({ key: asKey(key), digest: digestOf(key.secret) })) }
    return read.keys
  }
  let everAny = plain().length > 0
  const isEmpty = () => {
    everAny ||= plain().length > 0 || made.list().length > 0
    return !everAny
  }
  return {
    made,
    plain: () => plain().map(({ key }) => key),
    find: (secret) => matching(plain(), secret)?.key ?? made.find(secret),
    isEmpty,
  }
}

function asKey({ secret, from }: PlainKey): ApiKey {
  const hint = hintOf(secret)
  return {
    id: `plain_${hint.slice(-8)}`,
    name: from,
    hint,
    scopes: ['admin'],
    models: null,
    limits: NO_LIMITS,
    createdMs: 0,
    expiresMs: null,
    revokedMs: null,
  }
}
