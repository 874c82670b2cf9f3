import type { z } from 'zod'
import type { FoundRepository } from '../../models/pull/search.ts'
import type { foundSchema } from './request-schema.ts'

const MAX_TAGS = 50
const EMBEDDERS = ['sentence-similarity', 'feature-extraction']
const VISION = 'image-text-to-text'

export function encodeFound({ id, downloads, likes, task, tags }: FoundRepository): z.infer<typeof foundSchema> {
  return {
    id,
    suggested_local_id: localId(id),
    downloads,
    likes,
    pipeline_tag: task,
    backend: EMBEDDERS.includes(task ?? '')
      ? 'openvino-embeddings'
      : task === VISION
        ? 'openvino-vlm'
        : 'openvino-genai',
    tags: tags.slice(0, MAX_TAGS),
  }
}

/** The repository's own name, in the letters that InferBridge allows for a model's. */
function localId(repository: string): string {
  const name = repository.slice(repository.lastIndexOf('/') + 1).toLowerCase()
  return (
    name
      .replace(/[^a-z0-9_.-]+/g, '-')
      .replace(/^[^a-z0-9]+/, '')
      .slice(0, 128) || 'model'
  )
}
