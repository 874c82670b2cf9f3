import { isAbsolute, join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StoredModel } from '../catalogue/model.ts'
import { MANIFEST, type StoreLayout } from '../own/layout.ts'
import { manifestSchema } from '../own/manifest.ts'
import type { Publisher } from '../own/publisher.ts'
import { readSmall } from '../sources/read-small.ts'
import { freeBytes } from './download/disk-error.ts'
import { DiskSpace } from './download/space.ts'
import type { HubAccount } from './hub-account.ts'
import { type PullOrder, type PullTools, type PullWatch, pull } from './pull.ts'
import type { RepositoryReference } from './reference.ts'
import type { Sources } from './resolve.ts'
import { type FoundRepository, type SearchWish, searchHuggingFace } from './search.ts'
import { fetchSnapshot, type Snapshot } from './snapshot.ts'
import { Turns } from './turns.ts'

/** What pulls models from elsewhere into Trivet's store. */
export interface Puller {
  /** Whose token it pulls with. */
  readonly account: HubAccount
  /** See `pull`. Rejects with `source_refused` for files of this machine unless they are allowed. */
  pull(order: PullOrder, watch: PullWatch): Promise<StoredModel>
  /** See `fetchSnapshot`. */
  snapshot(reference: RepositoryReference, watch: PullWatch): Promise<Snapshot>
  /** Deletes what an unfinished pull of this id left, unless another one is at it. */
  discard(id: string): Promise<void>
  search(wish: SearchWish, signal: AbortSignal): Promise<FoundRepository[]>
  close(): Promise<void>
}

export interface PullerOptions {
  readonly sources: Sources
  readonly account: HubAccount
  readonly store: Catalogue & Publisher
  readonly layout: StoreLayout
  /** Files of this machine are sources too. */
  readonly diskAllowed: boolean
}

const CHUNK_BYTES = 16 * 1024 * 1024
const CONNECTIONS_PER_FILE = 4

export function createPuller({ sources, account, store, layout, diskAllowed }: PullerOptions): Puller {
  const { client, clock, endpoints, huggingFaceAccess: access } = sources
  const tools: PullTools = {
    client,
    clock,
    sources,
    publisher: store,
    chunkBytes: CHUNK_BYTES,
    connections: CONNECTIONS_PER_FILE,
    space: new DiskSpace(freeBytes),
    turns: new Turns(),
    own: (id) => ownModel(store, layout, id),
  }
  return {
    account,
    async pull(order, watch) {
      if (order.reference.hub === 'disk') checkPath(order.reference.path, diskAllowed)
      return pull(order, tools, watch)
    },
    snapshot: (reference, watch) => fetchSnapshot(reference, tools, watch),
    async discard(id) {
      // Another pull goes on from what was left.
      if (tools.turns.isTaken(id)) return
      const staging = await store.stage(id)
      await staging.discard()
    },
    search: (wish, signal) => searchHuggingFace({ client, endpoint: endpoints.huggingFace, access }, wish, signal),
    close: () => client.close(),
  }
}

async function ownModel(
  store: Catalogue,
  layout: StoreLayout,
  id: string,
): Promise<Awaited<ReturnType<PullTools['own']>>> {
  const model = store.list().find((each) => each.id === id && each.source === 'trivet')
  if (!model || model.invalid !== null) return null
  const text = await readSmall(join(layout.model(id), MANIFEST)).catch(() => null)
  const manifest = text === null ? null : manifestSchema.safeParse(JSON.parse(text)).data
  return manifest ? { model, manifest } : null
}

/** Throws `source_refused`, or `invalid_value`: who asks knows nothing of the folder that this process was started in. */
function checkPath(path: string, allowed: boolean): void {
  if (!allowed) {
    const reason =
      'it is on the disk of the server. `trivet pull` copies it from there, and the setting `pull_from_private` allows it.'
    throw new TrivetError('source_refused', { source: path, reason })
  }
  if (isAbsolute(path)) return
  throw new TrivetError('invalid_value', { reason: `The path must be absolute; it is ${path}.` }, 'model')
}
