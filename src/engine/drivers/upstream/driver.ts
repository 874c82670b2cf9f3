import type { Capabilities } from '../../../core/capability.ts'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import { TEXT_ONLY } from '../../../core/media.ts'
import type { EngineDriver, EngineInstance, LoadedModel, LoadWatch, Plan } from '../../driver.ts'
import { createClient, type UpstreamClient } from './client.ts'
import { DIALECT } from './dialects.ts'
import type { Directory } from './directory.ts'
import type { RemoteModel } from './endpoint.ts'
import { createUpstreamInstance, parametersOf } from './instance.ts'
import { modelsPath, readListing } from './listing.ts'
import { embeddingsBody, floatsOf } from './reading.ts'

/** How the path of a model begins that is another server's. */
export const UPSTREAM_SCHEME = 'upstream:'

export interface UpstreamDriverOptions {
  readonly directory: Directory
  readonly clock: Clock
}

/** Models of other servers. An instance is one endpoint: of a model that several have, as many can be loaded. */
export function createUpstreamDriver({ directory, clock }: UpstreamDriverOptions): EngineDriver {
  return {
    id: 'upstream',
    mediaObstacle: () => 'images and sounds are not passed on to other servers',

    probe: async () => ({
      available: directory.models().length > 0,
      reason: directory.models().length > 0 ? '' : 'No other server is configured (`upstreams`), or none answers.',
      version: 'http',
      devices: [],
    }),

    async recognise(path) {
      if (!path.startsWith(UPSTREAM_SCHEME)) return null
      return directory.of(path.slice(UPSTREAM_SCHEME.length)).length > 0 ? { path, sizeBytes: 0 } : null
    },

    plan: (modelId, { path }) => {
      const remotes = directory.of(path.slice(UPSTREAM_SCHEME.length))
      return {
        driver: 'upstream',
        modelId,
        modelPath: path,
        contextTokens: remotes[0]?.contextTokens ?? null,
        slots: remotes[0]?.endpoint.slots ?? 1,
        threads: 0,
        gpuLayers: 0,
        deterministic: false,
        options: {},
      }
    },

    estimate: async () => null,

    start: (plan, watch) => start(plan, watch, directory, clock),
  }
}

async function start(
  plan: Plan,
  { signal, onProgress }: LoadWatch,
  directory: Directory,
  clock: Clock,
): Promise<EngineInstance> {
  if (signal.aborted) throw new TrivetError('request_cancelled')
  const name = plan.modelPath.slice(UPSTREAM_SCHEME.length)
  const place = directory.take(name)
  if (place === null) throw failed(plan, 'no server that answers has it.')
  const { endpoint } = place.remote
  const client = createClient(endpoint)
  const released = () => {
    place.release()
    client.close()
  }
  try {
    const listed = readListing(endpoint, await client.get(modelsPath(endpoint), signal))
    const remote = listed?.find(({ id }) => id === name) ?? place.remote
    onProgress(0.5)
    const embeddingSize = remote.purpose === 'embed' ? await sizeOf(remote, client, signal) : null
    onProgress(1)
    const capabilities = capabilitiesOf(remote, embeddingSize)
    return createUpstreamInstance({
      modelId: plan.modelId,
      remote,
      client,
      clock,
      capabilities,
      model: modelOf(remote),
      released,
    })
  } catch (thrown) {
    released()
    if (signal.aborted) throw new TrivetError('request_cancelled')
    throw failed(plan, thrown instanceof Error ? thrown.message : String(thrown))
  }
}

function failed({ modelId: model }: Plan, reason: string): TrivetError {
  return new TrivetError('model_load_failed', { model, reason })
}

/** Of one vector, made to see it. */
async function sizeOf(remote: RemoteModel, client: UpstreamClient, signal: AbortSignal): Promise<number> {
  const body = embeddingsBody({ kind: 'embed', inputs: ['a'], normalize: false }, remote, DIALECT[remote.dialect])
  const answer = (await client.post('embeddings', body, signal)) as { data?: { embedding?: string | number[] }[] }
  return floatsOf(answer.data?.[0]?.embedding ?? []).length
}

function capabilitiesOf(remote: RemoteModel, embeddingSize: number | null): Capabilities {
  return {
    generate: remote.purpose === 'chat',
    chat: remote.purpose === 'chat',
    embeddingSize,
    rerank: remote.purpose === 'rerank',
    logits: false,
    media: TEXT_ONLY,
    contextTokens: remote.contextTokens ?? Number.POSITIVE_INFINITY,
    slots: remote.endpoint.slots,
    parameters: parametersOf(remote),
  }
}

/** Most of it is known only over there. */
function modelOf({ endpoint, dialect, contextTokens }: RemoteModel): LoadedModel {
  return {
    chatTemplate: null,
    bosToken: '',
    eosToken: '',
    addsBos: false,
    description: `at ${endpoint.url}`,
    parameters: 0,
    sizeBytes: 0,
    trainedContextTokens: contextTokens ?? 0,
    vocabularyTokens: Number.POSITIVE_INFINITY,
    engineVersion: dialect,
  }
}
