import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOnly } from '../../../test/fakes/read-only.ts'
import { failing, setUp } from '../../../test/fakes/store-scene.ts'
import { systemClock } from '../../core/clock.ts'
import { cleanStore } from '../own/clean.ts'
import { storeLayout } from '../own/layout.ts'
import { systemLocks } from './open.ts'

const REFUSAL = failing('store_unwritable', /its disk is read-only|this user may not write there/)

test('a store on a read-only disk is read as ever, and every change is refused in words', async ({ skip }) => {
  const { catalogue, root, publish, open, problems } = await setUp()
  await publish('org/own')
  const left = storeLayout(root).staging('org/left')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'half.gguf'), 'GG')
  const clean = () => cleanStore(storeLayout(root), systemLocks(systemClock))
  const writableAgain = readOnly(root)
  if (writableAgain === null) return skip('nothing can be made read-only here: it takes the right to mount')
  try {
    for (const seen of [catalogue, await open()]) {
      await seen.refresh()
      expect(seen.list()).toMatchObject([{ id: 'org/own', invalid: null, facts: { architecture: 'llama' } }])
      for (const change of [
        () => seen.alias('org/own', 'short'),
        () => seen.pin('org/own', true),
        () => seen.copy('org/own', 'twin'),
        () => seen.remove('org/own'),
        () => seen.stage('org/new'),
        clean,
      ]) {
        await expect(change()).rejects.toThrow(REFUSAL)
      }
      expect(seen.find('org/own')).toMatchObject({ aliases: [], pinned: false })
    }
    expect(problems).toEqual([])
  } finally {
    writableAgain()
  }
  expect((await catalogue.alias('org/own', 'short')).aliases).toEqual(['short'])
  expect(await catalogue.remove('org/own')).toBe('org/own')
  expect(await clean()).toMatchObject({ stagings: ['org/left'] })
})
