import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Access } from './download/remote-file.ts'
import type { SourceClient } from './net/client.ts'
import type { PullPlan } from './plan.ts'
import type { Reference } from './reference.ts'
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
}

export interface Sources {
  readonly client: SourceClient
  readonly clock: Clock
  readonly endpoints: Endpoints
  readonly huggingFaceAccess: Access
}

/** What there is at the other end, and which of it is fetched. */
export async function resolvePlan(sources: Sources, reference: Reference, signal: AbortSignal): Promise<PullPlan> {
  const { client, clock, endpoints, huggingFaceAccess } = sources
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
    case 'aihub': {
      const what = `Pulling \`${reference.name}\` from Qualcomm AI Hub`
      const reason =
        'its bundles run only on the qairt engine, for one chip each. Pull a GGUF of the model from Hugging Face instead.'
      throw new TrivetError('not_implemented', { what, reason })
    }
  }
}
