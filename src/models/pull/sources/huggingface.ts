import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { Access } from '../download/remote-file.ts'
import type { SourceClient } from '../net/client.ts'
import type { RepositoryReference } from '../reference.ts'
import { encodedPath, type HubFile, type Listing } from './repository.ts'

const PAGE_LIMIT_BYTES = 16 * 1024 * 1024
/** Of a thousand files each. */
const MAX_PAGES = 50

const revisionSchema = z.object({ sha: z.string().regex(/^[0-9a-f]{7,64}$/) })

/** An entry of the tree, as far as it is of interest. `lfs.oid` is the SHA-256 of the content. */
const treeSchema = z.array(
  z.object({
    type: z.string(),
    path: z.string(),
    size: z.int().min(0).optional(),
    lfs: z.object({ oid: z.string(), size: z.int().min(0).optional() }).optional(),
  }),
)

export interface HuggingFace {
  readonly client: SourceClient
  /** `https://huggingface.co`, or a mirror that speaks its API. */
  readonly endpoint: string
  readonly access: Access
}

/** The files of a repository at the commit that its revision is now: what comes later doesn't mix with them. */
export async function listHuggingFace(
  hub: HuggingFace,
  { repository, revision }: RepositoryReference,
  signal: AbortSignal,
): Promise<Listing> {
  const { endpoint, access } = hub
  const base = `${endpoint}/api/models/${encodedPath(repository)}`
  const named = encodeURIComponent(revision ?? 'main')
  const { value } = await document(hub, `${base}/revision/${named}`, signal)
  const commit = revisionSchema.safeParse(value).data?.sha ?? revision ?? 'main'
  const files = await tree(hub, `${base}/tree/${encodeURIComponent(commit)}?recursive=true`, signal)
  return {
    files,
    access,
    source: `${endpoint}/${repository}`,
    revision: commit,
    urlOf: (path) =>
      `${endpoint}/${encodedPath(repository)}/resolve/${encodeURIComponent(commit)}/${encodedPath(path)}`,
  }
}

async function tree(hub: HuggingFace, first: string, signal: AbortSignal): Promise<HubFile[]> {
  const files: HubFile[] = []
  let url: string | null = first
  for (let page = 0; url !== null && page < MAX_PAGES; page++) {
    const { value, headers } = await document(hub, url, signal)
    const entries = treeSchema.safeParse(value)
    if (!entries.success) throw new TrivetError('upstream_error', { url, reason: 'answered with no list of files.' })
    for (const { type, path, size, lfs } of entries.data) {
      if (type !== 'file') continue
      files.push({ path, sizeBytes: lfs?.size ?? size ?? null, sha256: lfs ? digest(lfs.oid) : null })
    }
    url = nextPage(headers.link, url)
  }
  return files
}

async function document({ client, endpoint, access }: HuggingFace, url: string, signal: AbortSignal) {
  // A mirror may hand out the hub's own addresses: the token is for whom the user has named.
  const token = new URL(url).origin === new URL(endpoint).origin ? await access.token(signal) : null
  return client.json({ url, token, signal, tokenHint: access.hint, limit: PAGE_LIMIT_BYTES })
}

/** The address in a `Link` header that is `rel="next"` (RFC 8288). */
function nextPage(link: string | undefined, from: string): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  return target === undefined || !URL.canParse(target, from) ? null : new URL(target, from).href
}

/** Some mirrors write the algorithm before it. */
function digest(oid: string): string | null {
  const hex = oid.replace(/^sha256:/, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null
}
