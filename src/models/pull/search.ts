import { z } from 'zod'
import { TrivetError } from '../../core/errors.ts'
import type { Access } from './download/remote-file.ts'
import type { SourceClient } from './net/client.ts'

const LIMIT_BYTES = 8 * 1024 * 1024

export interface SearchWish {
  readonly query: string
  readonly limit: number
  /** A task of the hub's, such as `text-generation`; null: any. */
  readonly task: string | null
  /** Only repositories that have GGUF files. */
  readonly ggufOnly: boolean
}

/** A repository of Hugging Face, as its search tells of it. */
export interface FoundRepository {
  readonly id: string
  readonly downloads: number
  readonly likes: number
  readonly task: string | null
  readonly tags: readonly string[]
}

const foundSchema = z.array(
  z.object({
    id: z.string(),
    downloads: z.number().nullish(),
    likes: z.number().nullish(),
    pipeline_tag: z.string().nullish(),
    tags: z.array(z.string()).nullish(),
  }),
)

/** Repositories of Hugging Face, the most downloaded first. */
export async function searchHuggingFace(
  hub: { readonly client: SourceClient; readonly endpoint: string; readonly access: Access },
  { query, limit, task, ggufOnly }: SearchWish,
  signal: AbortSignal,
): Promise<FoundRepository[]> {
  const parameters = new URLSearchParams({ search: query, limit: String(limit), sort: 'downloads', direction: '-1' })
  for (const filter of [...(task === null ? [] : [task]), ...(ggufOnly ? ['gguf'] : [])])
    parameters.append('filter', filter)
  const url = `${hub.endpoint}/api/models?${parameters}`
  const token = await hub.access.token(signal)
  const { value } = await hub.client.json({
    url,
    token,
    signal,
    tokenHint: hub.access.hint,
    limit: LIMIT_BYTES,
    patience: 1,
  })
  const found = foundSchema.safeParse(value)
  if (!found.success) throw new TrivetError('upstream_error', { url, reason: 'answered with no list of models.' })
  return found.data.slice(0, limit).map(({ id, downloads, likes, pipeline_tag, tags }) => ({
    id,
    downloads: downloads ?? 0,
    likes: likes ?? 0,
    task: pipeline_tag ?? null,
    tags: tags ?? [],
  }))
}
