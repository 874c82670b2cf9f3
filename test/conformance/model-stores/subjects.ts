import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ownSource } from '../../../src/models/own/source.ts'
import { folderSource } from '../../../src/models/sources/folder.ts'
import { genieXSource } from '../../../src/models/sources/geniex.ts'
import { huggingFaceSource } from '../../../src/models/sources/huggingface.ts'
import { lmStudioSource } from '../../../src/models/sources/lmstudio.ts'
import { ollamaSource } from '../../../src/models/sources/ollama.ts'
import { type ModelBytes, partName, type Subject } from './subject.ts'

const REPO = 'org/Tiny-GGUF'
const STEM = 'Tiny-Q8_0'
const ID = `${REPO}:Q8_0`

/** Every store of GGUF files that Trivet reads. */
export const SUBJECTS: readonly Subject[] = [
  {
    name: 'a folder',
    open: folderSource,
    parts: true,
    projector: true,
    async put(root, files) {
      await writeAll(join(root, 'some', 'where'), files)
      return STEM
    },
  },
  {
    name: 'the cache of Hugging Face',
    open: huggingFaceSource,
    parts: true,
    projector: true,
    async put(root, files) {
      const repository = join(root, 'models--org--Tiny-GGUF')
      const commit = '0123456789abcdef0123456789abcdef01234567'
      await write(join(repository, 'refs', 'main'), commit)
      for (const [name, bytes] of namesOf(files)) {
        const blob = sha256(bytes)
        await write(join(repository, 'blobs', blob), bytes)
        const link = join(repository, 'snapshots', commit, name)
        await mkdir(dirname(link), { recursive: true })
        await rm(link, { force: true })
        await symlink(join('..', '..', 'blobs', blob), link)
      }
      return ID
    },
  },
  {
    name: 'the store of GenieX',
    open: genieXSource,
    parts: true,
    projector: true,
    async put(root, files) {
      const folder = join(root, 'org', 'Tiny-GGUF')
      const sizes = await writeAll(folder, files)
      const file = (Name: string) => ({ Name, Downloaded: true, Size: sizes.get(Name) })
      const [first = '', ...others] = [...sizes.keys()].filter((name) => !name.startsWith('mmproj'))
      const manifest = {
        Name: REPO,
        ModelName: 'Tiny',
        ModelType: 'llm',
        PluginId: 'llama_cpp',
        ModelFile: { Q8_0: file(first) },
        MMProjFile: files.mmproj ? file('mmproj-F16.gguf') : { Name: '', Downloaded: false, Size: 0 },
        TokenizerFile: { Name: '', Downloaded: false, Size: 0 },
        ExtraFiles: others.length > 0 ? others.map(file) : null,
      }
      await write(join(folder, 'geniex.json'), JSON.stringify(manifest))
      return ID
    },
    damage: (root) => write(join(root, 'org', 'Tiny-GGUF', 'geniex.json'), '{"ModelFile":'),
  },
  {
    name: 'the folder of LM Studio',
    open: lmStudioSource,
    parts: true,
    projector: true,
    async put(root, files) {
      await writeAll(join(root, 'org', 'Tiny-GGUF'), files)
      return ID
    },
  },
  {
    name: 'the store of Ollama',
    open: ollamaSource,
    parts: false,
    projector: true,
    async put(root, { weights, mmproj }) {
      const layer = async (type: string, bytes: Buffer) => {
        const digest = `sha256:${sha256(bytes)}`
        await write(join(root, 'blobs', digest.replace(':', '-')), bytes)
        return { mediaType: `application/vnd.ollama.image.${type}`, digest, size: bytes.length }
      }
      const layers = [
        await layer('model', weights),
        ...(mmproj ? [await layer('projector', mmproj)] : []),
        await layer('template', Buffer.from('{{ .Prompt }}')),
      ]
      const manifest = { schemaVersion: 2, mediaType: 'application/vnd.docker.distribution.manifest.v2+json', layers }
      await write(join(root, 'manifests', 'registry.ollama.ai', 'library', 'tiny', '1b'), JSON.stringify(manifest))
      return 'tiny:1b'
    },
    damage: (root) => write(join(root, 'manifests', 'registry.ollama.ai', 'library', 'tiny', '1b'), '{"layers":[{}]}'),
  },
  {
    name: "Trivet's own store",
    open: ownSource,
    parts: true,
    projector: true,
    async put(root, files) {
      const folder = join(root, 'org+Tiny-GGUF=Q8_0')
      const sizes = await writeAll(folder, files)
      const [entry = ''] = sizes.keys()
      const manifest = {
        version: 1,
        id: ID,
        entry,
        files: Array.from(sizes, ([name, sizeBytes]) => ({
          name,
          sizeBytes,
          sha256: null,
          ...(name.startsWith('mmproj') && { role: 'mmproj' }),
        })),
        source: 'a test',
        revision: null,
        precision: 'Q8_0',
        created: '2026-01-01T00:00:00Z',
      }
      await write(join(folder, 'manifest.json'), JSON.stringify(manifest))
      return ID
    },
    damage: (root) => write(join(root, 'org+Tiny-GGUF=Q8_0', 'manifest.json'), '{"version":1}'),
  },
]

function namesOf({ weights, further = [], mmproj }: ModelBytes): [string, Buffer][] {
  const parts = [weights, ...further]
  return [
    ...parts.map((bytes, index): [string, Buffer] => [partName(STEM, index, parts.length), bytes]),
    ...(mmproj ? [['mmproj-F16.gguf', mmproj] as [string, Buffer]] : []),
  ]
}

/** Returns sizes by name. */
async function writeAll(folder: string, files: ModelBytes): Promise<Map<string, number>> {
  for (const [name, bytes] of namesOf(files)) await write(join(folder, name), bytes)
  return new Map(namesOf(files).map(([name, bytes]) => [name, bytes.length]))
}

async function write(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Every file below a folder, with its bytes: what a reader must leave as it is. */
export async function everything(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort()
}
