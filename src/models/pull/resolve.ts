import type { Clock } from '../../core/clock.ts'
import type { Access } from './download/remote-file.ts'
import type { SourceClient } from './net/client.ts'
import type { PullPlan } from './plan.ts'
import type { Reference } from './reference.ts'
import { planAiHub } from './sources/aihub.ts'
import { planDisk } from './sources/disk.ts'
import { listHuggingFace } from './sources/huggingface.ts'
import { listModelScope } from './sources/modelscope.ts'
import { planRegistry } from './sources/registry.ts'
import { planFrom } from './sources/repository.ts'
import { planUrl } from './sources/url.ts'

/** Where the hubs are. */
export interface Endpoints {
  readonly huggingFace: string
  readonly modelScope: string
  /** OCI registries. */
  readonly docker: string
  readonly ollama: string
  /** Qualcomm AI Hub's public files. */
  readonly aiHub: string
}

export interface Sources {
  readonly client: SourceClient
  readonly clock: Clock
  readonly endpoints: Endpoints
  readonly huggingFaceAccess: Access
  /** The release of AI Hub that is meant when none is named; null: the latest. */
  readonly aiHubRelease: string | null
  /** This machine's Qualcomm chip (`X1E80100`); null: it has none. */
  chip(): string | null
}

/** What there is at the other end, and which of it is fetched. */
export async function resolvePlan(sources: Sources, reference: Reference, signal: AbortSignal): Promise<PullPlan> {
  const { client, clock, endpoints, huggingFaceAccess, aiHubRelease, chip } = sources
  switch (reference.hub) {
    case 'huggingface': {
      const hub = { client, endpoint: endpoints.huggingFace, access: huggingFaceAccess }
      return planFrom(await listHuggingFace(hub, reference, signal), reference)
    }
    case 'modelscope':
      return planFrom(await listModelScope(client, endpoints.modelScope, reference, signal), reference)
    case 'docker':
    case 'ollama':
      return planRegistry({ client, clock, endpoint: endpoints[reference.hub] }, reference, signal)
    case 'url':
      return planUrl({ client, clock }, reference, signal)
    case 'disk':
      return planDisk(reference)
    case 'aihub':
      return planAiHub({ client, clock, endpoint: endpoints.aiHub, release: aiHubRelease, chip }, reference, signal)
  }
}
