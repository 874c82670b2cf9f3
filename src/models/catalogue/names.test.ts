import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing, setUp, staged, weights } from '../../../test/fakes/store-scene.ts'
import { buildEmbedder } from '../../../test/fixtures/gguf/index.ts'
import type { Catalogue } from './catalogue.ts'

test('no model is made under the alias of another, or an id of the settings', async () => {
  const { extra, open } = await setUp()
  writeFileSync(join(extra, 'configured.gguf'), weights)
  const catalogue = await open({ configured: [{ id: 'mine', path: join(extra, 'configured.gguf') }] })
  await catalogue.alias('mine', 'gpt-x')
  for (const id of ['mine', 'Mine', 'gpt-x', 'GPT-X']) {
    const [staging, manifest] = await staged(catalogue, id, buildEmbedder())
    await expect(catalogue.publish(staging, manifest)).rejects.toThrow(failing('model_exists', id))
    await staging.discard()
  }
  expect(catalogue.find('gpt-x')).toMatchObject({ id: 'mine', facts: { architecture: 'llama' } })
})

test('aliases and pins hold for any model, outlive the process, and never hide another', async () => {
  const { catalogue, extra, open, publish } = await setUp()
  writeFileSync(join(extra, 'mine.gguf'), weights)
  await publish('tiny', buildEmbedder())
  await catalogue.alias('mine', 'gpt-4o')
  expect(await catalogue.pin('mine', true)).toMatchObject({ id: 'mine', pinned: true, aliases: ['gpt-4o'] })
  await expect(catalogue.alias('tiny', 'GPT-4o')).rejects.toThrow(failing('model_exists'))
  await expect(catalogue.alias('tiny', 'Mine')).rejects.toThrow(failing('model_exists'))
  await expect(catalogue.alias('tiny', '../x')).rejects.toThrow(failing('invalid_value'))
  const again = await open()
  expect(again.find('gpt-4o')).toMatchObject({ id: 'mine', pinned: true })
  await again.pin('mine', false)
  await again.remove('gpt-4o')
  await expect(again.remove('gpt-4o')).rejects.toThrow(failing('model_not_found'))
  expect(again.find('mine')).toMatchObject({ aliases: [], pinned: false })
})

test('a file of aliases that can not be understood is not written over', async () => {
  const { catalogue, root, publish } = await setUp()
  await publish('tiny')
  writeFileSync(join(root, '.names.json'), '{"aliases"')
  await expect(catalogue.alias('tiny', 'short')).rejects.toThrow(failing('store_unwritable', /names\.json/))
  await catalogue.refresh()
  expect(catalogue.find('tiny').aliases).toEqual([])
  expect(readFileSync(join(root, '.names.json'), 'utf8')).toBe('{"aliases"')
})

test('a model that another process has just made is named, pinned, copied and deleted as any', async () => {
  const { catalogue, open, publish } = await setUp()
  const changes = [
    async (store: Catalogue) => (await store.alias('tiny', 'short')).aliases,
    async (store: Catalogue) => (await store.pin('tiny', true)).pinned,
    async (store: Catalogue) => (await store.copy('tiny', 'twin')).id,
    async (store: Catalogue) => store.remove('tiny'),
  ]
  const before = await Promise.all(changes.map(() => open()))
  await publish('tiny')
  const results = []
  for (const [index, change] of changes.entries()) results.push(await change(before[index] ?? catalogue))
  expect(results).toEqual([['short'], true, 'twin', 'tiny'])
  const stale = await open()
  await publish('late')
  await expect(stale.alias('twin', 'late')).rejects.toThrow(failing('model_exists', 'late'))
  await expect(stale.copy('twin', 'Late')).rejects.toThrow(failing('model_exists', 'Late'))
})
