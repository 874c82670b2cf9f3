import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import { partNames } from '../../ids/file-names.ts'
import { precisionOf } from '../../ids/precision.ts'
import { baseOf } from '../choose.ts'
import type { SourceClient } from '../net/client.ts'
import { localName, type PlannedFile, type PullPlan } from '../plan.ts'
import type { RegistryReference } from '../reference.ts'
import { registryAccess } from './registry-access.ts'

/** A manifest lists layers; this one would list tens of thousands. */
const MANIFEST_LIMIT_BYTES = 4 * 1024 * 1024

/** What Docker's model runner, and Ollama, call the layers of a model. */
const GGUF = ['application/vnd.docker.ai.gguf.v3', 'application/vnd.ollama.image.model']
const MMPROJ = ['application/vnd.docker.ai.mmproj', 'application/vnd.ollama.image.projector']
const SAFETENSORS = 'application/vnd.docker.ai.safetensors'
const FILE_PATH = 'org.cncf.model.filepath'

const ACCEPT = ['application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json']

const manifestSchema = z.object({
  layers: z.array(
    z.object({
      mediaType: z.string(),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      size: z.int().min(0),
      annotations: z.record(z.string(), z.string()).optional(),
    }),
  ),
})

type Layer = z.infer<typeof manifestSchema>['layers'][number]

export interface Registry {
  readonly client: SourceClient
  readonly clock: Clock
  /** `https://registry-1.docker.io` */
  readonly endpoint: string
}

/** A model of an OCI registry: the GGUF layers of its manifest, checked by their digests. */
export async function planRegistry(
  { client, clock, endpoint }: Registry,
  { hub, repository, tag }: RegistryReference,
  signal: AbortSignal,
): Promise<PullPlan> {
  const source = `${hub === 'docker' ? 'docker.io' : 'ollama.com'}/${repository}:${tag}`
  const url = `${endpoint}/v2/${repository}/manifests/${encodeURIComponent(tag)}`
  const access = registryAccess(client, clock, url, ACCEPT)
  const { value, text, headers } = await client.json({
    url,
    signal,
    token: await access.token(signal),
    tokenHint: access.hint,
    headers: { accept: ACCEPT.join(', ') },
    limit: MANIFEST_LIMIT_BYTES,
  })
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  const announced = headers['docker-content-digest']
  if (announced !== undefined && announced !== digest) {
    throw new TrivetError('upstream_error', { url, reason: 'sends a manifest that is not the one it names.' })
  }
  const manifest = manifestSchema.safeParse(value)
  if (!manifest.success) throw unusable(source, 'its manifest is none of a model.')
  const { layers } = manifest.data
  const planned = (layer: Layer, name: string, role: PlannedFile['role']): PlannedFile => ({
    name,
    role,
    url: `${endpoint}/v2/${repository}/blobs/${layer.digest}`,
    sizeBytes: layer.size,
    sha256: layer.digest.slice('sha256:'.length),
    access,
  })
  const weights = layers.filter(({ mediaType }) => GGUF.includes(mediaType))
  const names = weightNames(weights, source)
  const [entry] = names
  if (entry === undefined) throw unusable(source, emptyReason(layers))
  const projector = layers.find(({ mediaType }) => MMPROJ.includes(mediaType))
  return {
    // What is Ollama's own has no organisation there.
    id: `${repository.replace(/^library\//, '')}:${tag}`,
    source,
    revision: digest,
    precision: precisionOf(tag) ?? precisionOf(entry),
    entry,
    files: [
      ...weights.map((layer, index) => planned(layer, names[index] ?? '', 'weights')),
      ...(projector ? [planned(projector, 'mmproj.gguf', 'mmproj')] : []),
    ],
  }
}

/** As annotated when all are; else in the order of the manifest, which is that of the parts. */
function weightNames(layers: readonly Layer[], source: string): string[] {
  const annotated = layers.map(({ annotations }) => annotations?.[FILE_PATH])
  if (annotated.every((path) => path !== undefined)) return annotated.map((path) => localName(baseOf(path), source))
  return layers.length === 1 ? ['model.gguf'] : partNames('model.gguf', layers.length)
}

function emptyReason(layers: readonly Layer[]): string {
  return layers.some(({ mediaType }) => mediaType === SAFETENSORS)
    ? 'it has safetensors and no GGUF.'
    : 'there is no GGUF layer in it.'
}

function unusable(source: string, reason: string): TrivetError {
  return new TrivetError('source_unusable', { source, reason })
}
