import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failing, setUp, weights } from '../../../test/fakes/store-scene.ts'
import { buildEmbedder } from '../../../test/fixtures/gguf/index.ts'
import { storeLayout } from '../own/layout.ts'
import { shareUses } from '../own/use.ts'

test('deleting takes the files, the aliases and the pin; only what is Trivet’s own and not in use', async () => {
  const { catalogue, root, extra, used, publish, ids } = await setUp()
  writeFileSync(join(extra, 'mine.gguf'), weights)
  await publish('tiny', buildEmbedder())
  await catalogue.alias('tiny', 'short')
  await catalogue.pin('tiny', true)
  used.add('tiny')
  await expect(catalogue.remove('tiny')).rejects.toThrow(failing('model_in_use'))
  await expect(catalogue.remove('mine')).rejects.toThrow(failing('model_not_owned', /a folder of yours/))
  await expect(catalogue.remove('nothing')).rejects.toThrow(failing('model_not_found'))
  used.clear()
  await catalogue.remove('tiny')
  expect(ids()).toEqual(['mine'])
  expect(readdirSync(join(root, '.trash'))).toEqual([])
  expect(JSON.parse(readFileSync(join(root, '.names.json'), 'utf8'))).toEqual({ version: 1, aliases: {}, pinned: [] })
  expect(existsSync(join(extra, 'mine.gguf'))).toBe(true)
})

test('a model that another process has loaded is neither deleted nor replaced', async () => {
  const { catalogue, root, publish } = await setUp()
  const { path } = await publish('tiny')
  const stat = existsSync('/proc') ? readFileSync(`/proc/${process.ppid}/stat`, 'latin1') : ''
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  const tell = shareUses(storeLayout(root), { pid: process.ppid, host: hostname(), started })
  await tell([path])
  await expect(catalogue.remove('tiny')).rejects.toThrow(failing('model_in_use'))
  await expect(publish('tiny')).rejects.toThrow(failing('model_in_use'))
  await tell([])
  expect(await catalogue.remove('tiny')).toBe('tiny')
})

test('deleting by an alias takes the alias only', async () => {
  const { catalogue, publish } = await setUp()
  await publish('tiny')
  await catalogue.alias('tiny', 'short')
  await catalogue.remove('short')
  expect(catalogue.find('tiny').aliases).toEqual([])
})

test.each(['gpt-x', 'GPT-X', 'gpt-x:latest', 'GPT-X:latest', 'hf.co/gpt-x', ' gpt-x '])(
  'an alias spelled %j goes alone, and its model stays',
  async (spelled) => {
    const { catalogue, root, publish } = await setUp()
    await publish('victim')
    await catalogue.alias('victim', 'gpt-x')
    expect(await catalogue.remove(spelled)).toBe('gpt-x')
    expect(catalogue.find('victim').aliases).toEqual([])
    expect(existsSync(join(root, 'victim', 'model.gguf'))).toBe(true)
  },
)

test('of two who delete one model at once, one has done it and the other finds none', async () => {
  const { catalogue, open, publish } = await setUp()
  for (let round = 0; round < 5; round++) {
    await publish('tiny')
    const stores = [catalogue, await open(), await open()]
    const results = await Promise.allSettled(stores.map((store) => store.remove('tiny')))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refusals).toEqual(['model_not_found', 'model_not_found'])
    expect(stores.map((store) => store.list())).toEqual([[], [], []])
  }
})

test('deleting never chooses among precisions, whichever process has made them', async () => {
  const { catalogue, open, publish, ids } = await setUp()
  await publish('demo:IQ1_S')
  const other = await open()
  await publish('demo:Q4_K_M')
  const refusal = failing('model_ambiguous', '`demo:IQ1_S`, `demo:Q4_K_M`')
  for (const store of [catalogue, other])
    for (const name of ['demo', 'DEMO', 'hf.co/demo']) await expect(store.remove(name)).rejects.toThrow(refusal)
  await catalogue.remove('demo:iq1_s')
  expect(ids()).toEqual(['demo:Q4_K_M'])
  await catalogue.remove('demo')
  expect(ids()).toEqual([])
})
