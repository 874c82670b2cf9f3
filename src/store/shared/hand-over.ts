import { randomUUID } from 'node:crypto'
import type { KeyShelf } from '../key-shelf.ts'
import type { KeyUsages } from '../key-usage.ts'
import type { Notes } from '../notes.ts'
import { encodeKey, KEYS, KEYS_VERSION } from './key-shelf.ts'
import { amountsOf, fieldOf, USAGE } from './key-usage.ts'
import type { SharedLink } from './link.ts'

const NOTE = 'shared_keys'

/** What this machine's own file has. */
export interface OwnKeys {
  readonly shelf: KeyShelf
  readonly usages: KeyUsages
  readonly notes: Notes
}

/**
 * Gives the keys of this machine, with what was asked with them, to the shared server, each once in its life: one that
 * was revoked there, or is lost with all that it had, doesn't come back. Answers their names. Throws `SharedAway`.
 */
export async function handOver({ shelf, usages, notes }: OwnKeys, link: SharedLink): Promise<readonly string[]> {
  const names: string[] = []
  const before = new Set(handedOver(notes))
  for (const stored of shelf.keys()) {
    const { id, name } = stored.key
    if (before.has(id)) continue
    const use = await usages.of(id)
    const counters = use === null ? [] : [...amountsOf(use), fieldOf(id, 'lastUsedMs'), use.lastUsedMs]
    const adopted = await link.ask((commands) =>
      commands.adoptKey(KEYS, KEYS_VERSION, USAGE, randomUUID(), id, encodeKey(stored), ...counters),
    )
    notes.write(NOTE, [...before.add(id)])
    if (adopted === 1) names.push(name)
  }
  return names
}

function handedOver(notes: Notes): readonly string[] {
  const note = notes.read(NOTE)
  return Array.isArray(note) ? note.map(String) : []
}
