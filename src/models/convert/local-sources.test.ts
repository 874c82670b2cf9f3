import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocalSources } from './local-sources.ts'

const root = mkdtempSync(join(tmpdir(), 'trivet-sources-'))
afterAll(() => rmSync(root, { recursive: true }))

const snapshot = join(root, 'hub', 'models--org--tiny', 'snapshots', 'abc')
mkdirSync(snapshot, { recursive: true })
mkdirSync(join(root, 'hub', 'models--org--tiny', 'refs'))
writeFileSync(join(root, 'hub', 'models--org--tiny', 'refs', 'main'), 'abc')

const sources = (diskAllowed: boolean) => createLocalSources({ diskAllowed, hubs: [join(root, 'hub')] })

test('a repository of the cache, however it is written', async () => {
  const found = { path: snapshot, name: 'org/tiny' }
  expect(await sources(false).folder('org/tiny')).toEqual(found)
  expect(await sources(false).folder('https://huggingface.co/org/tiny')).toEqual(found)
})

test('a folder by its path, where that is allowed', async () => {
  expect(await sources(true).folder(snapshot)).toEqual({ path: snapshot, name: 'abc' })
  await expect(sources(false).folder(snapshot)).rejects.toMatchObject({ code: 'source_refused' })
})

test('a repository that is not in the cache is one to be fetched', async () => {
  expect(await sources(false).folder('org/other')).toEqual({ path: null, name: 'org/other' })
})

test.each(['tiny', '../hub', 'org/../..', 'a/b/c', '', 'org/tiny\0', 'con/tiny'])('%j names nothing', async (name) => {
  await expect(sources(true).folder(name)).rejects.toMatchObject({ code: 'invalid_value', param: 'model' })
})

test('files are named by absolute paths, where that is allowed', async () => {
  const path = join(root, 'im.gguf')
  writeFileSync(path, '')
  expect(await sources(true).file(path, 'imatrix')).toBe(path)
  await expect(sources(true).file('im.gguf', 'imatrix')).rejects.toThrow('must be an absolute path')
  await expect(sources(false).file(path, 'imatrix')).rejects.toThrow(`does not fetch from ${path}`)
})

const loop = join(root, 'loop')
symlinkSync(loop, loop)
writeFileSync(join(root, 'm.gguf'), '')

test.each([
  ['nothing', join(root, 'nothing.gguf'), 'There is no file'],
  ['a name that no file can have', `${root}/\0x`, 'There is no file'],
  ['what lies in a file', join(root, 'm.gguf', 'x'), 'There is no file'],
  ['a link to itself', loop, 'There is no file'],
  ['a name that is too long', join(root, 'x'.repeat(300)), 'There is no file'],
  ['a folder', root, 'is not a file'],
  ['a device', '/dev/null', 'is not a file'],
])('%s is no file', async (_, path, words) => {
  const refused = await sources(true)
    .file(path, 'model')
    .catch((error) => error)
  expect(refused).toMatchObject({ code: 'invalid_value', param: 'model', message: expect.stringContaining(words) })
})
