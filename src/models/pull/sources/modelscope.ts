import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import { PUBLIC } from '../download/remote-file.ts'
import type { SourceClient } from '../net/client.ts'
import type { RepositoryReference } from '../reference.ts'
import { encodedPath, type Listing } from './repository.ts'

const LIMIT_BYTES = 16 * 1024 * 1024

const filesSchema = z.object({
  Data: z.object({
    Files: z.array(
      z.object({
        Path: z.string(),
        Type: z.string(),
        Size: z.int().min(0).nullish(),
        Sha256: z.string().nullish(),
      }),
    ),
  }),
})

/** The files of a repository of ModelScope. Its revisions are branches; it tells no commit of them. */
export async function listModelScope(
  client: SourceClient,
  endpoint: string,
  { repository, revision }: RepositoryReference,
  signal: AbortSignal,
): Promise<Listing> {
  const branch = revision ?? 'master'
  const query = new URLSearchParams({ Revision: branch, Recursive: 'true' })
  const url = `${endpoint}/api/v1/models/${encodedPath(repository)}/repo/files?${query}`
  const { value } = await client.json({ url, signal, tokenHint: PUBLIC.hint, limit: LIMIT_BYTES })
  const parsed = filesSchema.safeParse(value)
  if (!parsed.success) throw new TrivetError('upstream_error', { url, reason: 'answered with no list of files.' })
  return {
    files: parsed.data.Data.Files.filter(({ Type }) => Type !== 'tree').map(({ Path, Size, Sha256 }) => ({
      path: Path,
      sizeBytes: Size ?? null,
      sha256: /^[0-9a-f]{64}$/i.test(Sha256 ?? '') ? (Sha256 ?? '').toLowerCase() : null,
    })),
    source: `${endpoint}/models/${repository}`,
    revision: branch,
    urlOf: (path) =>
      `${endpoint}/models/${encodedPath(repository)}/resolve/${encodeURIComponent(branch)}/${encodedPath(path)}`,
    access: PUBLIC,
  }
}
