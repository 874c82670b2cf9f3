import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import type { Attachments } from '../catalogue/model.ts'
import type { Finding, FoundModel, Source } from './found.ts'
import { NOTHING, together } from './found.ts'
import { readSmallJson } from './read-small.ts'
import { walk } from './walk.ts'

/** `host/namespace/model/tag`, as deep as names go. */
const MANIFEST_BOUNDS = { depth: 5, entries: 5_000 }

/** The part of Ollama's manifest (a Docker manifest) that says which blob is what. */
const manifestSchema = z.object({
  layers: z.array(z.object({ mediaType: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) })),
})

const MODEL = 'application/vnd.ollama.image.model'
const PROJECTOR = 'application/vnd.ollama.image.projector'

/** Ollama's store: `manifests/host/namespace/model/tag` names blobs, GGUF files called `blobs/sha256-…`. */
export function ollamaSource(root: string): Source {
  const manifests = join(root, 'manifests')
  return {
    async read() {
      const { files, problems } = await walk(manifests, (name) => !name.startsWith('.'), MANIFEST_BOUNDS)
      const findings = await Promise.all(files.map(({ path }) => readManifest(root, path, relative(manifests, path))))
      return together([{ models: [], problems }, ...findings])
    },
  }
}

async function readManifest(root: string, path: string, name: string): Promise<Finding> {
  const id = idOf(name)
  if (id === null) return NOTHING
  try {
    const { layers } = manifestSchema.parse(await readSmallJson(path))
    const blobs = (type: string) =>
      layers.filter(({ mediaType }) => mediaType === type).map(({ digest }) => blobPath(root, digest))
    const [weights] = blobs(MODEL)
    // Models of the cloud, and those of other engines, have no GGUF.
    if (weights === undefined) return NOTHING
    const [mmproj] = blobs(PROJECTOR)
    return { models: [found(id, weights, mmproj === undefined ? {} : { mmproj }, null)], problems: [] }
  } catch (error) {
    const reason = error instanceof z.ZodError ? 'it names no blobs' : (error as Error).message
    return { models: [found(id, path, {}, `Ollama's manifest of it can't be read: ${reason}.`)], problems: [] }
  }
}

function found(id: string, path: string, attachments: Attachments, invalid: string | null): FoundModel {
  const parts = invalid === null ? [path] : []
  return { id, source: 'ollama', path, parts, others: [], attachments, invalid }
}

function blobPath(root: string, digest: string): string {
  return join(root, 'blobs', digest.replace(':', '-'))
}

/** As Ollama prints it: its own registry and namespace go without saying. `null` for what is no name. */
function idOf(path: string): string | null {
  const parts = path.split(sep)
  const tag = parts.at(-1)
  if (parts.length !== 4 || tag === undefined) return null
  const [host, namespace, model] = parts
  const own = host === 'registry.ollama.ai'
  const name = own ? (namespace === 'library' ? model : `${namespace}/${model}`) : `${host}/${namespace}/${model}`
  return `${name}:${tag}`
}
