import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { idComplaint } from '../ids/id.ts'
import { folderSource } from './folder.ts'
import { genieXSource } from './geniex.ts'
import { huggingFaceSource } from './huggingface.ts'
import { lmStudioSource } from './lmstudio.ts'
import { ollamaSource } from './ollama.ts'

const folder = scratch()
let count = 0

function put(root: string, name: string, content = ''): string {
  const path = join(root, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

const fresh = () => join(folder, String(count++))

test.each(['../../secret.gguf', '/etc/passwd', 'C:\\x.gguf', 'a/../../x', 'a\\..\\x', 'a\0b'])(
  'GenieX may not name the file %j',
  async (Name) => {
    const root = fresh()
    put(root, 'org/repo/geniex.json', JSON.stringify({ ModelFile: { Q8_0: { Name } } }))
    const { models } = await genieXSource(root).read()
    expect(models).toEqual([
      expect.objectContaining({ parts: [], invalid: expect.stringContaining('outside of its folder') }),
    ])
  },
)

test.each([
  'sha256:../../../../etc/passwd',
  'sha256:abc',
  'md5:d41d8cd98f00b204e9800998ecf8427e',
  `sha256:${'A'.repeat(64)}`,
  7,
])('Ollama may not name the blob %j', async (digest) => {
  const root = fresh()
  const layers = [{ mediaType: 'application/vnd.ollama.image.model', digest }]
  put(root, 'manifests/registry.ollama.ai/library/tiny/latest', JSON.stringify({ layers }))
  const { models } = await ollamaSource(root).read()
  expect(models).toEqual([expect.objectContaining({ parts: [], invalid: expect.stringMatching(/can't be read/) })])
})

test.each(['null', '[]', '"text"', '{"layers":null}', '{'.repeat(100_000), '\ufeff{}', ''])(
  'a manifest that holds %.20j breaks one model',
  async (text) => {
    const root = fresh()
    put(root, 'manifests/registry.ollama.ai/library/tiny/latest', text)
    put(root, 'org/repo/geniex.json', text)
    for (const source of [ollamaSource(root), genieXSource(root)]) {
      const { models } = await source.read()
      expect(models.every(({ invalid }) => invalid !== null)).toBe(true)
    }
  },
)

test('whatever files and folders are called, ids are such that can be typed', async () => {
  const root = fresh()
  const names = [
    '-x',
    '.hidden',
    'a b',
    'a\u202eb',
    'ä'.normalize('NFD'),
    '💥',
    'con',
    "quote'",
    '%2e%2e',
    'x'.repeat(200),
  ]
  for (const name of names) put(root, `${name}/${name}/${name}.gguf`)
  put(root, `models--${names[3]}--${names[5]}/snapshots/1/${names[3]}.gguf`)
  for (const source of [folderSource(root), lmStudioSource(root), huggingFaceSource(root)]) {
    for (const { id } of (await source.read()).models) {
      const complaint = idComplaint(id)
      expect([id, complaint === null || /longer than|Windows/.test(complaint)]).toEqual([id, true])
    }
  }
})

test('parts that claim to be thousands, none, or another are told, not counted', async () => {
  const root = fresh()
  put(root, 'a-00001-of-99999.gguf')
  put(root, 'b-00001-of-00000.gguf')
  put(root, 'c-00007-of-00003.gguf')
  const { models } = await folderSource(root).read()
  expect(models.map(({ invalid }) => invalid)).toEqual([
    'It claims to be one of 99999 parts.',
    'It claims to be one of 0 parts.',
    'Of its 3 parts, c-00001-of-00003.gguf, c-00002-of-00003.gguf, c-00003-of-00003.gguf are missing.',
  ])
})

test('a folder as deep as a well, one of too many files, and links to nothing end', async () => {
  const root = fresh()
  put(root, `${'d/'.repeat(100)}deep.gguf`)
  put(root, 'near.gguf')
  symlinkSync('/nowhere/at/all', join(root, 'dangling.gguf'))
  symlinkSync(root, join(root, 'round'))
  truncateSync(put(root, 'sparse.gguf'), 2 ** 40)
  const { models } = await folderSource(root).read()
  expect(models.map(({ id }) => id)).toEqual(['dangling', 'near', 'sparse'])
})

test.skipIf(process.platform === 'win32')('a FIFO for a description, or for a model, is not waited for', async () => {
  const root = fresh()
  mkdirSync(join(root, 'org/repo'), { recursive: true })
  const fifos = [join(root, 'org/repo/geniex.json'), join(root, 'model.gguf')]
  execFileSync('mkfifo', fifos)
  const { models } = await genieXSource(root).read()
  expect(models).toEqual([expect.objectContaining({ invalid: expect.stringContaining('is not a file') })])
  await expect(readGgufHeader(join(root, 'model.gguf'))).rejects.toThrow('is not a file')
})
