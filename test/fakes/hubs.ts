import { createHash } from 'node:crypto'
import { encodeGguf } from '../../src/models/gguf/writer.ts'
import type { FileServer, Served } from './file-server.ts'

export const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00'

/** A file of a hub's repository. */
export interface RepositoryFile extends Partial<Omit<Served, 'bytes'>> {
  readonly path: string
  readonly bytes: Buffer
  /** Instead of the right one; null: not told. */
  readonly sha256?: string | null
}

export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A GGUF file of no tensors, padded with bytes that are nowhere the same. */
export function gguf(length: number, seed = 1): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    createHash('sha256').update(`${seed}:${i}`).digest(),
  )
  return Buffer.concat([encodeGguf({ metadata: new Map(), tensors: [] }), ...blocks]).subarray(0, length)
}

/** A repository as Hugging Face has it: its commit, its tree (so many files a page), its files. */
export function huggingFace(
  server: FileServer,
  repository: string,
  files: readonly RepositoryFile[],
  page = 1000,
): void {
  server.json(`/api/models/${repository}/revision/main`, { id: repository, sha: COMMIT })
  const entries = files.map(({ path, bytes, sha256: told = sha256(bytes) }) => ({
    type: 'file',
    oid: 'b10b',
    size: bytes.length,
    path,
    ...(told !== null && { lfs: { oid: told, size: bytes.length, pointerSize: 134 } }),
  }))
  const base = `/api/models/${repository}/tree/${COMMIT}`
  server.answer(base, (request, response) => {
    const from = Number(new URL(request.url ?? '', server.origin).searchParams.get('cursor') ?? 0)
    const more = from + page < entries.length
    const next = `<${server.origin}${base}?recursive=true&cursor=${from + page}>; rel="next"`
    response.writeHead(200, { 'content-type': 'application/json', ...(more && { link: next }) })
    response.end(
      JSON.stringify([{ type: 'directory', oid: '', size: 0, path: 'dir' }, ...entries.slice(from, from + page)]),
    )
  })
  for (const { path, sha256: _, ...served } of files) server.serve(`/${repository}/resolve/${COMMIT}/${path}`, served)
}

/** A repository as ModelScope has it. */
export function modelScope(server: FileServer, repository: string, files: readonly RepositoryFile[]): void {
  server.json(`/api/v1/models/${repository}/repo/files`, {
    Code: 200,
    Success: true,
    Data: {
      Files: files.map(({ path, bytes }) => ({
        Name: path.split('/').at(-1),
        Path: path,
        Type: 'blob',
        Size: bytes.length,
        Sha256: sha256(bytes),
      })),
    },
  })
  for (const { path, ...served } of files) server.serve(`/models/${repository}/resolve/master/${path}`, served)
}

interface Layer extends Partial<Omit<Served, 'bytes'>> {
  readonly mediaType: string
  readonly bytes: Buffer
  readonly name?: string
}

/** A model as Docker Hub has it: open to whoever fetches a token first. Returns how many were given. */
export function dockerHub(server: FileServer, repository: string, tag: string, layers: readonly Layer[]): () => number {
  const token = 'anonymous'
  let given = 0
  const path = `/v2/${repository}/manifests/${tag}`
  server.answer('/token', (_, response) => {
    given += 1
    response.writeHead(200).end(JSON.stringify({ token, expires_in: 300 }))
  })
  const manifest = JSON.stringify({
    schemaVersion: 2,
    layers: layers.map(({ mediaType, bytes, name }) => ({
      mediaType,
      digest: `sha256:${sha256(bytes)}`,
      size: bytes.length,
      ...(name && { annotations: { 'org.cncf.model.filepath': name } }),
    })),
  })
  server.answer(path, (request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      const challenge = `Bearer realm="${server.origin}/token",service="registry",scope="repository:${repository}:pull"`
      response.writeHead(401, { 'www-authenticate': challenge }).end()
      return
    }
    const digest = createHash('sha256').update(manifest).digest('hex')
    response.writeHead(200, { 'docker-content-digest': `sha256:${digest}` }).end(manifest)
  })
  for (const { mediaType: _, name: __, ...served } of layers) {
    server.serve(`/v2/${repository}/blobs/sha256:${sha256(served.bytes)}`, { ...served, token })
  }
  return () => given
}

export interface Bundle extends Partial<Served> {
  readonly bytes: Buffer
  readonly chipset?: string
  readonly runtime?: string
  readonly precision?: string
  readonly url?: string
}

/** A model as Qualcomm AI Hub has it, in a release, for SM8650 unless said otherwise. */
export function aiHub(server: FileServer, release: string, model: string, bundles: readonly Bundle[]): void {
  const at = `/releases/${release}`
  const models = `${at}/models/${model.toLowerCase()}`
  server.json(`${at}/manifest.json`, {
    models: [
      {
        id: model.toLowerCase().replaceAll('-', '_'),
        display_name: model,
        domain: 'MODEL_DOMAIN_GENERATIVE_AI',
        manifest_urls: { release_assets: `${server.origin}${models}/release-assets.json` },
      },
      { id: 'kept_back', display_name: 'Kept-Back', manifest_urls: {} },
    ],
  })
  server.json(`${at}/platform.json`, {
    chipsets: [
      { name: 'qualcomm-8gen3', reference_device: 'Snapdragon 8 Gen 3 QRD', aliases: ['sm8650'] },
      { name: 'qualcomm-x-elite', reference_device: 'Snapdragon X Elite CRD', aliases: ['x1e80100'] },
    ],
  })
  server.json(`${models}/release-assets.json`, {
    assets: bundles.map(({ bytes, chipset, runtime, precision, url }, index) => ({
      chipset: chipset ?? 'qualcomm-8gen3',
      runtime: runtime ?? 'RUNTIME_GENIEX_QAIRT',
      precision: precision ?? 'PRECISION_W4A16',
      download_url: url ?? `${server.origin}${models}/${index}.zip`,
      uncompressed_size: String(bytes.length),
    })),
  })
  bundles.forEach(({ chipset: _, runtime: __, precision: ___, url: ____, ...served }, index) => {
    server.serve(`${models}/${index}.zip`, served)
  })
}
