import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineDriver, EngineInstance, LoadWatch, Plan } from '../../driver.ts'
import { refuseDraft, refuseProjector, unheeded } from '../../native/unheeded.ts'
import { createClient } from './client.ts'
import type { Directory } from './directory.ts'
import { createUpstreamInstance, describedModel, remoteCapabilities, vectorSize } from './instance.ts'
import { modelsPath, readListing } from './listing.ts'

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
    mediaObstacle: () => 'other servers have encoders of their own',

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

    remarks: (wish) => unheeded('Another server', wish, []),

    plan: (modelId, { path }, wish) => {
      refuseDraft('upstream', wish)
      refuseProjector('upstream', wish)
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
    const embeddingSize = remote.purpose === 'embed' ? await vectorSize(remote, client, signal) : null
    onProgress(1)
    const capabilities = remoteCapabilities(remote, embeddingSize)
    return createUpstreamInstance({
      modelId: plan.modelId,
      remote,
      client,
      clock,
      capabilities,
      model: describedModel(remote),
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
