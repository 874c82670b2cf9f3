import { TrivetError } from '../../src/core/errors.ts'
import type { StoredModel } from '../../src/models/catalogue/model.ts'
import type { Definition, Definitions } from '../../src/models/pull/definitions.ts'
import type { HubAccount } from '../../src/models/pull/hub-account.ts'
import type { PullOrder, PullWatch } from '../../src/models/pull/pull.ts'
import type { Puller } from '../../src/models/pull/puller.ts'
import type { Snapshot } from '../../src/models/pull/snapshot.ts'

/** Pulls that do as the test says; without a word of it, there is nothing anywhere. */
export class FakePuller implements Puller {
  readonly account = memoryAccount()
  readonly orders: PullOrder[] = []
  readonly discarded: string[] = []
  found: Awaited<ReturnType<Puller['search']>> = []
  searched: Parameters<Puller['search']>[0] | null = null
  work: (order: PullOrder, watch: PullWatch) => Promise<StoredModel> = async () => {
    throw new TrivetError('source_not_found', { url: 'https://example.org/nothing' })
  }

  async pull(order: PullOrder, watch: PullWatch): Promise<StoredModel> {
    this.orders.push(order)
    return this.work(order, watch)
  }

  async snapshot(): Promise<Snapshot> {
    return { folder: '/snapshot', discard: async () => {}, leave: async () => {} }
  }

  async discard(id: string): Promise<void> {
    this.discarded.push(id)
  }

  async search(wish: Parameters<Puller['search']>[0]): ReturnType<Puller['search']> {
    this.searched = wish
    return this.found
  }

  async close(): Promise<void> {}
}

/** A model of Trivet's own store, as a pull makes it. */
export function pulledModel(id: string, sizeBytes = 0): StoredModel {
  return {
    id,
    path: `/store/${id}`,
    source: 'trivet',
    owned: true,
    sizeBytes,
    modifiedMs: 0,
    attachments: {},
    facts: null,
    invalid: null,
    aliases: [],
    pinned: false,
  }
}

/** Registered models that end with the test. */
export function memoryDefinitions(): Definitions {
  const known = new Map<string, Definition>()
  return {
    find: async (id) => known.get(id) ?? null,
    list: async () => [...known.values()],
    async add(definition) {
      const same = known.has(definition.id)
      known.set(definition.id, definition)
      return same ? 'there already' : 'added'
    },
    async put(definitions) {
      for (const definition of definitions) known.set(definition.id, definition)
    },
  }
}

/** An account that is kept in memory; Hugging Face knows one token. */
export function memoryAccount(): HubAccount {
  let kept: string | null = null
  const unknown = () => new TrivetError('source_unauthorized', { url: 'https://hub/x', status: 401, hint: 'no.' })
  return {
    source: async () => (kept === null ? null : 'own'),
    async whoami(_, token = kept ?? '') {
      if (token !== KNOWN_TOKEN) throw unknown()
      return 'ada'
    },
    async keep(token) {
      kept = token
    },
    async forget() {
      const there = kept !== null
      kept = null
      return there
    },
    async mayRead(repository) {
      if (repository === 'org/gated' && kept === null) throw unknown()
      if (repository === 'org/nothing') throw new TrivetError('source_not_found', { url: `https://hub/${repository}` })
    },
  }
}

export const KNOWN_TOKEN = 'hf_known_to_the_hub'
