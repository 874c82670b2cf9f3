import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StoredModel } from '../catalogue/model.ts'
import { MANIFEST, type StoreLayout } from '../own/layout.ts'
import { manifestSchema } from '../own/manifest.ts'
import type { Publisher } from '../own/publisher.ts'
import { freeBytes } from './download/disk-error.ts'
import { DiskSpace } from './download/space.ts'
import { huggingFaceAccess } from './hugging-face-token.ts'
import { SourceClient } from './net/client.ts'
import { type PullOrder, type PullTools, type PullWatch, pull } from './pull.ts'
import type { Endpoints } from './resolve.ts'
import { type FoundRepository, type SearchWish, searchHuggingFace } from './search.ts'

/** What pulls models from elsewhere into Trivet's store. */
export interface Puller {
  /** See `pull`. Rejects with `source_refused` for files of this machine unless they are allowed. */
  pull(order: PullOrder, watch: PullWatch): Promise<StoredModel>
  /** Deletes what an unfinished pull of this id left. */
  discard(id: string): Promise<void>
  search(wish: SearchWish, signal: AbortSignal): Promise<FoundRepository[]>
  close(): Promise<void>
}

export interface PullerOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly store: Catalogue & Publisher
  readonly layout: StoreLayout
  /** Private addresses, and files of this machine, are sources too. */
  readonly privateAllowed: boolean
  readonly version: string
}

const CHUNK_BYTES = 16 * 1024 * 1024
const CONNECTIONS_PER_FILE = 4

export function createPuller(options: PullerOptions): Puller {
  const { env, clock, store, layout, privateAllowed, version } = options
  const endpoints = endpointsOf(env)
  const client = new SourceClient({
    env,
    clock,
    privateAllowed,
    trustedOrigins: Object.values(endpoints).map((address) => new URL(address).origin),
    userAgent: `trivet/${version}`,
  })
  const access = huggingFaceAccess(env)
  const tools: PullTools = {
    client,
    clock,
    publisher: store,
    chunkBytes: CHUNK_BYTES,
    connections: CONNECTIONS_PER_FILE,
    space: new DiskSpace(freeBytes),
    own: (id) => ownModel(store, layout, id),
    sources: { client, clock, endpoints, huggingFaceAccess: access },
  }
  return {
    async pull(order, watch) {
      if (order.reference.hub === 'disk' && !privateAllowed) throw diskRefused(order.reference.path)
      return pull(order, tools, watch)
    },
    async discard(id) {
      const staging = await store.stage(id)
      await staging.discard()
    },
    search: (wish, signal) => searchHuggingFace({ client, endpoint: endpoints.huggingFace, access }, wish, signal),
    close: () => client.close(),
  }
}

/** `HF_ENDPOINT` and `MODELSCOPE_DOMAIN` name mirrors, as the hubs' own programs have it. Throws `invalid_config`. */
function endpointsOf(env: PullerOptions['env']): Endpoints {
  return {
    huggingFace: endpoint(env.HF_ENDPOINT || 'https://huggingface.co', 'HF_ENDPOINT'),
    modelScope: endpoint(env.MODELSCOPE_DOMAIN || 'www.modelscope.cn', 'MODELSCOPE_DOMAIN'),
    docker: 'https://registry-1.docker.io',
    ollama: 'https://registry.ollama.ai',
  }
}

function endpoint(text: string, variable: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (URL.canParse(address)) return address.replace(/\/+$/, '')
  throw new TrivetError('invalid_config', { reason: `${variable}: ${text} is no address.` })
}

async function ownModel(
  store: Catalogue,
  layout: StoreLayout,
  id: string,
): Promise<Awaited<ReturnType<PullTools['own']>>> {
  const model = store.list().find((each) => each.id === id && each.source === 'trivet')
  if (!model || model.invalid !== null) return null
  const text = await readFile(join(layout.model(id), MANIFEST), 'utf8').catch(() => null)
  const manifest = text === null ? null : manifestSchema.safeParse(JSON.parse(text)).data
  return manifest ? { model, manifest } : null
}

function diskRefused(path: string): TrivetError {
  const reason =
    'it is on the disk of the server. `trivet pull` copies from there, or the setting `pull_from_private` allows it.'
  return new TrivetError('source_refused', { source: path, reason })
}
