import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import type { StoredModel } from '../../src/models/catalogue/model.ts'
import { exclusive } from '../../src/models/own/exclusive.ts'
import { systemProcesses } from '../../src/models/own/holder.ts'
import { storeLayout } from '../../src/models/own/layout.ts'
import { type Manifest, manifestSchema } from '../../src/models/own/manifest.ts'
import { publishModel } from '../../src/models/own/publish.ts'
import type { Publisher } from '../../src/models/own/publisher.ts'
import { stageModel } from '../../src/models/own/stage.ts'
import { freeBytes } from '../../src/models/pull/download/disk-error.ts'
import { DiskSpace } from '../../src/models/pull/download/space.ts'
import { SourceClient } from '../../src/models/pull/net/client.ts'
import { type PullOrder, type PullTools, type PullWatch, pull } from '../../src/models/pull/pull.ts'
import { Turns } from '../../src/models/pull/turns.ts'
import { FileServer } from './file-server.ts'
import { HastyClock } from './hasty-clock.ts'
import { pulledModel } from './puller.ts'

export interface PullScene {
  /** All hubs in one. */
  readonly server: FileServer
  readonly clock: Clock
  readonly tools: PullTools
  readonly root: string
  pull(order: Partial<PullOrder> & Pick<PullOrder, 'reference'>, watch?: Partial<PullWatch>): Promise<StoredModel>
  manifest(id: string): Promise<Manifest>
  /** A file of a published model. */
  file(id: string, name: string): Promise<Buffer>
  staged(id: string): string
  close(): Promise<void>
}

export interface PullSceneOptions {
  readonly token?: string
  readonly free?: (folder: string) => Promise<number | null>
  readonly clock?: Clock
  /** The machine's own, of Qualcomm. */
  readonly chip?: string | null
}

/** Pulls into a real store in a temporary folder, from a server of this process. */
export async function pullScene({
  token,
  free,
  clock = new HastyClock(),
  chip = null,
}: PullSceneOptions = {}): Promise<PullScene> {
  const server = await FileServer.start()
  const root = await mkdtemp(join(tmpdir(), 'trivet-store-'))
  const layout = storeLayout(root)
  const locks = { processes: systemProcesses(), clock: systemClock, pause: setTimeout }
  const client = new SourceClient({
    env: {},
    clock,
    privateAllowed: false,
    trustedOrigins: [server.origin],
    userAgent: 'test',
  })
  const manifest = async (id: string) =>
    manifestSchema.parse(JSON.parse(await readFile(join(layout.model(id), 'manifest.json'), 'utf8')))
  const publisher: Publisher = {
    stage: (id, { fresh = false } = {}) => stageModel(id, fresh, layout, locks),
    async publish(staging, given) {
      const options = { layout, exclusive: exclusive(layout, locks), inUse: async () => false, replaces: given }
      await publishModel(staging, given, options)
      return pulledModel(staging.id)
    },
  }
  const tools: PullTools = {
    client,
    clock,
    chunkBytes: 64 * 1024,
    connections: 4,
    publisher,
    space: new DiskSpace(free ?? freeBytes),
    turns: new Turns(),
    own: async (id) =>
      manifest(id).then(
        (known) => ({ model: pulledModel(id), manifest: known }),
        () => null,
      ),
    sources: {
      client,
      clock,
      endpoints: {
        huggingFace: server.origin,
        modelScope: server.origin,
        docker: server.origin,
        ollama: server.origin,
        aiHub: server.origin,
      },
      huggingFaceAccess: { token: async () => token ?? null, hint: 'Set HF_TOKEN.' },
      aiHubRelease: null,
      chip: () => chip,
    },
  }
  return {
    server,
    clock,
    tools,
    root,
    manifest,
    pull: (order, watch) =>
      pull({ id: null, ...order }, tools, {
        signal: new AbortController().signal,
        stage: () => {},
        progress: () => {},
        ...watch,
      }),
    file: (id, name) => readFile(join(layout.model(id), name)),
    staged: (id) => layout.staging(id),
    async close() {
      await client.close()
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}
