import { mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRegistry } from '../../../src/engine/registry.ts'
import { describe as describeModel } from '../../../src/models/catalogue/describe.ts'
import { createFactsCache } from '../../../src/models/facts/cache.ts'
import { bool, string } from '../../../src/models/gguf/format.ts'
import { encodeGguf } from '../../../src/models/gguf/writer.ts'
import type { Source } from '../../../src/models/sources/found.ts'
import { scratch } from '../../fakes/scratch.ts'
import { buildRandom } from '../../fixtures/gguf/index.ts'
import { everything, SUBJECTS } from './subjects.ts'

const weights = buildRandom({ type: 'Q8_0' })
const mmproj = encodeGguf({
  metadata: new Map([
    ['general.architecture', string('clip')],
    ['clip.has_vision_encoder', bool(true)],
  ]),
  tensors: [],
})

describe.each(SUBJECTS)('$name', ({ open, put, damage, parts, projector }) => {
  const folder = scratch()
  let count = 0
  let root = ''
  let source: Source = open('')

  beforeEach(async () => {
    root = join(folder, String(count++))
    await mkdir(root)
    source = open(root)
  })

  async function models() {
    const { models: found } = await source.read()
    return Promise.all(found.map((model) => describeModel(model, createFactsCache())))
  }

  test('a store that is not there, or is a file, or is empty, has no models', async () => {
    expect(await open(join(root, 'nowhere')).read()).toEqual({ models: [], problems: [] })
    await writeFile(join(root, 'file'), '')
    expect(await open(join(root, 'file')).read()).toEqual({ models: [], problems: [] })
    expect(await source.read()).toEqual({ models: [], problems: [] })
  })

  test('a model is found by its name, with its size and what its file says', async () => {
    const id = await put(root, { weights })
    const [model, ...others] = await models()
    expect(others).toEqual([])
    expect(model).toMatchObject({ found: { id }, sizeBytes: weights.length, invalid: null })
    expect(model?.facts).toMatchObject({ architecture: 'llama', quantization: 'Q8_0' })
  })

  test('an engine takes the path that is given for it', async () => {
    await put(root, { weights })
    const [model] = await models()
    const [recognised] = await createRegistry({ llamaCpp: { libraryPath: null } }).claims(model?.found.path ?? '')
    expect(recognised?.driver.id).toBe('llama_cpp')
  })

  test.runIf(projector)('a projector is part of its model and no model', async () => {
    await put(root, { weights, mmproj })
    const [model, ...others] = await models()
    expect(others).toEqual([])
    expect(model?.sizeBytes).toBe(weights.length + mmproj.length)
    expect(model?.found.attachments.mmproj).toBeDefined()
    expect(model?.facts?.capabilities.vision).toBe(true)
  })

  test.runIf(parts)('parts are one model, which begins with the first', async () => {
    await put(root, { weights, further: [weights, weights] })
    const [model, ...others] = await models()
    expect(others).toEqual([])
    expect(model).toMatchObject({ sizeBytes: 3 * weights.length, invalid: null })
    expect(model?.found.path).toMatch(/-00001-of-00003\.gguf$/)
  })

  test.runIf(parts)('a model that lacks a part is listed with its name', async () => {
    await put(root, { weights, further: [weights, weights] })
    await rm(await pathOf('-00002-of-00003.gguf'))
    const [model] = await models()
    expect(model?.invalid).toMatch(/00002-of-00003\.gguf is missing/)
  })

  test('a file that is cut off is listed with the reason', async () => {
    await put(root, { weights })
    const [whole] = await models()
    await truncate(whole?.found.path ?? '', weights.length / 2)
    const [model] = await models()
    expect(model).toMatchObject({ found: { id: whole?.found.id }, facts: null })
    expect(model?.invalid).toMatch(/broken: it is cut off/)
  })

  test.runIf(damage)("a description that can't be understood is listed with the reason", async () => {
    await put(root, { weights })
    await damage?.(root)
    const [model] = await models()
    expect(model?.invalid).toMatch(/can't be/)
  })

  test.runIf(damage)('a description of 100 MB is refused, not read', async () => {
    await put(root, { weights })
    await damage?.(root)
    const described = (await everything(root)).find((path) => /(json|1b)$/.test(path))
    await truncate(described ?? '', 100_000_000)
    const [model] = await models()
    expect(model?.invalid).toMatch(/100000000 bytes/)
  })

  test('folders that lead to themselves end', async () => {
    await put(root, { weights })
    for (const path of await everything(root)) {
      await symlink(root, `${path}-round`).catch(() => {})
    }
    await symlink(root, join(root, 'round'))
    const found = await models()
    expect(new Set(found.map(({ found: { path } }) => path)).size).toBe(found.length)
    expect(found.filter(({ invalid }) => invalid === null)).not.toEqual([])
  })

  test('nothing is written', async () => {
    await put(root, { weights, mmproj })
    const before = await everything(root)
    await models()
    expect(await everything(root)).toEqual(before)
  })

  async function pathOf(ending: string): Promise<string> {
    const names = await readdir(root, { recursive: true })
    return join(root, names.find((name) => name.endsWith(ending)) ?? '')
  }
})
