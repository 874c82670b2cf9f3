import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing, manifestOf, setUp, staged, weights } from '../../../test/fakes/store-scene.ts'
import { withMetadata } from '../../../test/fixtures/gguf/damage.ts'
import { buildEmbedder } from '../../../test/fixtures/gguf/index.ts'
import { randomModel } from '../../../test/fixtures/gguf/random.ts'
import { string } from '../gguf/format.ts'
import { folderSource } from '../sources/folder.ts'
import type { CatalogueChange } from './catalogue.ts'

test('what is published is a model at once, and before that nothing', async () => {
  const { catalogue, root, ids } = await setUp()
  const [staging, manifest] = await staged(catalogue, 'org/tiny:Q8_0')
  writeFileSync(join(staging.folder, 'model.gguf.progress'), 'half')
  await catalogue.refresh()
  expect(ids()).toEqual([])
  const model = await catalogue.publish(staging, manifest)
  expect(model).toMatchObject({
    id: 'org/tiny:Q8_0',
    source: 'trivet',
    owned: true,
    sizeBytes: weights.length,
    invalid: null,
    path: join(root, 'org+tiny=Q8_0', 'model.gguf'),
  })
  expect(readdirSync(join(root, 'org+tiny=Q8_0')).sort()).toEqual(['manifest.json', 'model.gguf'])
  expect(readdirSync(join(root, '.locks'))).toEqual([])
})

test('a manifest that its files do not fit is not published, and the folder stays for another attempt', async () => {
  const { catalogue, ids } = await setUp()
  const [staging] = await staged(catalogue, 'tiny')
  await expect(catalogue.publish(staging, manifestOf('tiny', 1))).rejects.toThrow(
    /model\.gguf has \d+ bytes instead of 1/,
  )
  const wrong = { ...manifestOf('tiny', weights.length), entry: '../../x' }
  await expect(catalogue.publish(staging, wrong)).rejects.toThrow('its entry is none of its files')
  expect(ids()).toEqual([])
  await catalogue.publish(staging, manifestOf('tiny', weights.length))
  expect(ids()).toEqual(['tiny'])
})

test('a staging that is left is gone on with, unless it is to be fresh', async () => {
  const { catalogue } = await setUp()
  const [first] = await staged(catalogue, 'tiny')
  await expect(catalogue.stage('tiny')).rejects.toThrow(failing('store_busy'))
  await first.leave()
  const second = await catalogue.stage('tiny')
  expect(readdirSync(second.folder)).toEqual(['model.gguf'])
  await second.leave()
  const third = await catalogue.stage('tiny', { fresh: true })
  expect(readdirSync(third.folder)).toEqual([])
  await third.discard()
  expect(existsSync(third.folder)).toBe(false)
})

test.each(['../../etc', 'a\0b', 'x'.repeat(300), 'con', 'a/b/c', '模\u202e型'])(
  '%j is no id to be staged',
  async (id) => {
    const { catalogue, root } = await setUp()
    await expect(catalogue.stage(id)).rejects.toThrow(failing('invalid_value'))
    expect(existsSync(join(root, '.staging'))).toBe(false)
  },
)

test('a model is replaced whole, but not while it is in use', async () => {
  const { catalogue, used, publish } = await setUp()
  await publish('tiny')
  used.add('tiny')
  const [staging, manifest] = await staged(catalogue, 'tiny', buildEmbedder())
  await expect(catalogue.publish(staging, manifest)).rejects.toThrow(failing('model_in_use'))
  expect(readdirSync(staging.folder)).toEqual(['model.gguf'])
  expect(catalogue.find('tiny').facts?.architecture).toBe('llama')
  used.clear()
  await catalogue.publish(staging, manifest)
  expect(catalogue.find('tiny').facts?.architecture).toBe('bert')
})

test('a model is replaced only by what was made of the same', async () => {
  const { catalogue, root, publish, ids } = await setUp()
  await publish('tiny')
  const [staging, manifest] = await staged(catalogue, 'tiny', buildEmbedder())
  const taken = failing('model_exists', 'tiny')
  await expect(catalogue.publish(staging, { ...manifest, source: 'elsewhere' })).rejects.toThrow(taken)
  renameSync(join(staging.folder, 'model.gguf'), join(staging.folder, 'other.gguf'))
  const files = [{ name: 'other.gguf', sizeBytes: buildEmbedder().length, sha256: null }]
  await expect(catalogue.publish(staging, { ...manifest, entry: 'other.gguf', files })).rejects.toThrow(taken)
  expect(catalogue.find('tiny').facts?.architecture).toBe('llama')
  await staging.discard()
  mkdirSync(join(root, 'mine'))
  writeFileSync(join(root, 'mine', 'notes.txt'), 'no model of ours')
  await expect(publish('mine')).rejects.toThrow(failing('model_exists', 'mine'))
  expect(ids()).toEqual(['tiny'])
})

test('that a name is taken is told before the work, and nothing is left of the attempt', async () => {
  const { catalogue, root, publish } = await setUp()
  await publish('tiny')
  await catalogue.alias('tiny', 'gpt-x')
  const origin = { source: 'elsewhere', entry: 'model.gguf' }
  for (const id of ['tiny', 'Tiny', 'GPT-x'])
    await expect(catalogue.stage(id, { origin })).rejects.toThrow(failing('model_exists'))
  expect(readdirSync(join(root, '.staging'))).toEqual([])
  await (await catalogue.stage('tiny', { origin: manifestOf('tiny', 1) })).discard()
})

test('a crash between the old version and the new one costs neither', async () => {
  const { catalogue, root, open, publish } = await setUp()
  await publish('tiny')
  const staging = await catalogue.stage('tiny')
  writeFileSync(join(staging.folder, 'model.gguf'), buildEmbedder())
  writeFileSync(join(staging.folder, 'manifest.json'), JSON.stringify(manifestOf('tiny', buildEmbedder().length)))
  await staging.leave()
  rmSync(join(root, 'tiny'), { recursive: true })
  expect((await open()).find('tiny')).toMatchObject({ invalid: null, facts: { architecture: 'bert' } })
})

test('ids that some file systems take for one are one', async () => {
  const { publish } = await setUp()
  await publish('org/Tiny')
  await expect(publish('Org/tiny')).rejects.toThrow(failing('model_exists', 'org/Tiny'))
})

test('a copy is a model of its own', async () => {
  const { catalogue, root, extra, publish } = await setUp()
  writeFileSync(join(extra, 'mine-F32.gguf'), weights)
  writeFileSync(join(extra, 'mmproj-mine.gguf'), 'no projector')
  await catalogue.refresh()
  const adopted = await catalogue.copy('mine-F32', 'org/mine:F32')
  expect(adopted).toMatchObject({ source: 'trivet', owned: true, invalid: null })
  expect(adopted.attachments.mmproj).toBe(join(root, 'org+mine=F32', 'mmproj-mine.gguf'))
  await publish('tiny')
  await catalogue.copy('tiny', 'twin')
  expect(statSync(join(root, 'twin', 'model.gguf')).ino).toBe(statSync(join(root, 'tiny', 'model.gguf')).ino)
  await catalogue.remove('tiny')
  expect(catalogue.find('twin').invalid).toBeNull()
  await expect(catalogue.copy('twin', 'TWIN')).rejects.toThrow(failing('model_exists'))
  await expect(catalogue.copy('twin', '..')).rejects.toThrow(failing('invalid_value'))
})

test('one file is one model, and two models of one name have two', async () => {
  const { catalogue, root, extra, open, ids } = await setUp()
  const path = join(extra, 'same.gguf')
  writeFileSync(path, weights)
  mkdirSync(root)
  writeFileSync(join(root, 'same.gguf'), buildEmbedder())
  const other = join(extra, '..', 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'configured.gguf'), weights)
  await catalogue.refresh()
  expect(ids()).toEqual(['same', 'same@folder'])
  const configured = await open({ configured: [{ id: 'mine', path }], foreign: [folderSource(extra)] })
  expect(configured.list().map(({ id, source }) => [id, source])).toEqual([
    ['mine', 'config'],
    ['same', 'folder'],
  ])
  const mine = ['mine', 'org/mine:Q4_0'].map((id) => ({ id, path }))
  const twice = await open({ configured: mine })
  expect(['mine', 'ORG/mine'].map((name) => twice.find(name).id)).toEqual(['mine', 'org/mine:Q4_0'])
})

test('an adapter is no model, and one that the settings name is told to be none', async () => {
  const { extra, open } = await setUp()
  const path = join(extra, 'lora.gguf')
  writeFileSync(path, withMetadata(randomModel(), { 'general.type': string('adapter') }))
  expect((await open()).list()).toEqual([])
  const [named] = (await open({ configured: [{ id: 'lora', path }] })).list()
  expect(named?.invalid).toMatch(/no model.*`adapter`/)
})

test('a manifest that lies makes a broken model, and harms nothing', async () => {
  const { catalogue, root } = await setUp()
  const lie = (name: string, manifest: unknown) => {
    mkdirSync(join(root, name), { recursive: true })
    writeFileSync(join(root, name, 'manifest.json'), JSON.stringify(manifest))
  }
  lie('outside', { ...manifestOf('outside', 1), files: [{ name: '../x', sizeBytes: 1, sha256: null }] })
  lie('another', manifestOf('org/other', 1))
  lie('newer', { ...manifestOf('newer', 1), version: 2 })
  lie('gone', manifestOf('gone', 1))
  mkdirSync(join(root, 'huge'))
  writeFileSync(join(root, 'huge', 'manifest.json'), '')
  truncateSync(join(root, 'huge', 'manifest.json'), 100_000_000)
  await catalogue.refresh()
  expect(Object.fromEntries(catalogue.list().map(({ id, invalid }) => [id, invalid]))).toEqual({
    another: "Its manifest can't be used: it is of another model.",
    gone: 'Its file model.gguf is missing.',
    huge: expect.stringContaining('100000000 bytes'),
    newer: expect.stringContaining('version'),
    outside: expect.stringContaining('leads out of the folder'),
  })
  await catalogue.remove('outside')
  expect(existsSync(join(root, 'outside'))).toBe(false)
})

test('changes are told: what came, what went, what is called otherwise', async () => {
  const { catalogue, publish } = await setUp()
  const changes: CatalogueChange[] = []
  const end = catalogue.onChange((change) => changes.push(change))
  await publish('tiny')
  await catalogue.alias('tiny', 'short')
  await catalogue.refresh()
  await catalogue.remove('tiny')
  end()
  await publish('tiny')
  expect(changes).toEqual([
    { added: ['tiny'], removed: [], changed: [] },
    { added: [], removed: [], changed: ['tiny'] },
    { added: [], removed: ['tiny'], changed: [] },
  ])
})

test('a model that has just come is found by looking again', async () => {
  const { catalogue, extra } = await setUp()
  writeFileSync(join(extra, 'new.gguf'), weights)
  expect(() => catalogue.find('new')).toThrow(failing('model_not_found'))
  expect((await catalogue.look('new')).id).toBe('new')
  await expect(catalogue.look('newer')).rejects.toThrow(failing('model_not_found'))
})

test('a file is read once, until it changes, by whichever process', async () => {
  const { extra, open } = await setUp()
  const path = join(extra, 'mine.gguf')
  writeFileSync(path, weights)
  await open()
  const before = statSync(path).atimeMs
  chmodSync(path, 0o000)
  expect((await open()).find('mine')).toMatchObject({ invalid: null, facts: { architecture: 'llama' } })
  expect(statSync(path).atimeMs).toBe(before)
  rmSync(path)
  writeFileSync(path, buildEmbedder())
  expect((await open()).find('mine').facts?.architecture).toBe('bert')
})

test('a store that can not be written is read, and says so when it is to be changed', async () => {
  const { catalogue, root, publish } = await setUp()
  await publish('tiny')
  rmSync(join(root, '.locks'), { recursive: true })
  writeFileSync(join(root, '.locks'), 'in the way')
  await catalogue.refresh()
  expect(catalogue.find('tiny').invalid).toBeNull()
  for (const change of [
    () => catalogue.remove('tiny'),
    () => catalogue.alias('tiny', 'short'),
    () => catalogue.copy('tiny', 'twin'),
    () => catalogue.stage('other'),
  ])
    await expect(change()).rejects.toThrow(failing('store_unwritable'))
  expect(catalogue.find('tiny').invalid).toBeNull()
})

test('a pipe called .gguf is no model, and nobody waits for it', async () => {
  const { catalogue, extra, ids } = await setUp()
  execFileSync('mkfifo', [join(extra, 'pipe.gguf')])
  await catalogue.refresh()
  expect(ids()).toEqual([])
})
