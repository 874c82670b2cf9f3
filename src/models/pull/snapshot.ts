import { TrivetError } from '../../core/errors.ts'
import { writing } from '../own/unwritable.ts'
import { fetchFiles } from './fetch-files.ts'
import { localName, type PlannedFile } from './plan.ts'
import type { PullTools, PullWatch } from './pull.ts'
import type { RepositoryReference } from './reference.ts'
import { listHuggingFace } from './sources/huggingface.ts'
import { verifyFiles } from './verify.ts'

/** A repository's weights and what belongs to them, in a folder that is no model: for a conversion to read. */
export interface Snapshot {
  readonly folder: string
  /** Deletes it. */
  discard(): Promise<void>
  /** Keeps it, for a later attempt. */
  leave(): Promise<void>
}

/** Where a snapshot of this repository is kept meanwhile: the id of a model that is never published. */
export function snapshotId({ repository }: RepositoryReference): string {
  return `${repository}:safetensors`
}

/**
 * Fetches the safetensors of a repository of Hugging Face with their configuration and tokenizer, as `pull` does.
 * Rejects with `source_unusable` when there are none.
 */
export async function fetchSnapshot(
  reference: RepositoryReference,
  tools: PullTools,
  watch: PullWatch,
): Promise<Snapshot> {
  watch.stage('resolving')
  const { client, endpoints, huggingFaceAccess: access } = tools.sources
  const hub = { client, endpoint: endpoints.huggingFace, access }
  const listing = await listHuggingFace(hub, reference, watch.signal)
  const wanted = listing.files.filter(({ path }) => belongs(path))
  if (!wanted.some(({ path }) => path.endsWith('.safetensors'))) {
    throw new TrivetError('source_unusable', { source: listing.source, reason: 'it has neither GGUF nor safetensors.' })
  }
  const files = wanted.map(
    ({ path, sizeBytes, sha256 }): PlannedFile => ({
      name: path
        .split('/')
        .map((part) => localName(part, listing.source))
        .join('/'),
      url: listing.urlOf(path),
      sizeBytes,
      sha256,
      access,
      role: 'other',
    }),
  )
  const staging = await tools.publisher.stage(snapshotId(reference))
  try {
    watch.stage('downloading')
    const sizes = await writing(() => fetchFiles(files, staging.folder, tools, tools.space, watch))
    watch.stage('verifying')
    await verifyFiles(files, sizes, staging.folder, watch)
    return staging
  } catch (thrown) {
    await staging.leave().catch(() => {})
    watch.signal.throwIfAborted()
    throw thrown
  }
}

/** Weights at the top, not the same ones again in a form of their maker's; small files, some of them a folder down. */
function belongs(path: string): boolean {
  if (/^(?!consolidated)[^/]+\.safetensors$/.test(path)) return true
  return /^(?:[^./][^/]*\/)?[^./][^/]*\.json$/.test(path) || /^[^./][^/]*\.(?:model|txt|jinja|tiktoken)$/.test(path)
}
