import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Definition, openDefinitions } from './definitions.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivet-definitions-'))
  path = join(folder, 'deeper', 'registered.json')
})
afterEach(() => rm(folder, { recursive: true }))

const definition = (id: string, more: Partial<Definition> = {}): Definition => ({
  id,
  name: id,
  source: 'org/repo',
  weightFormat: 'int4',
  backend: 'openvino-genai',
  device: 'CPU',
  contextTokens: 2048,
  outputTokens: 512,
  description: null,
  trustRemoteCode: false,
  ...more,
})

test('what is registered is there for the next server too', async () => {
  const definitions = openDefinitions(path)
  expect(await definitions.find('a')).toBeNull()
  expect(await Promise.all([definitions.add(definition('a')), definitions.add(definition('b'))])).toEqual([
    'added',
    'added',
  ])
  expect(await openDefinitions(path).find('b')).toEqual(definition('b'))
})

test('the same again is no mistake; another one of the same id is', async () => {
  const definitions = openDefinitions(path)
  await definitions.add(definition('a'))
  expect(await definitions.add(definition('a'))).toBe('there already')
  const other = definitions.add(definition('A', { source: 'org/other' }))
  await expect(other).rejects.toMatchObject({ code: 'model_exists', param: 'model_id' })
})

test('a file that can not be understood is left as it is', async () => {
  const definitions = openDefinitions(path)
  await definitions.add(definition('a'))
  await writeFile(path, '{"version":7}')
  await expect(definitions.add(definition('b'))).rejects.toMatchObject({ code: 'store_unwritable' })
  expect(await readFile(path, 'utf8')).toBe('{"version":7}')
})
