import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import type { ModelConfig } from '../config/config.ts'
import type { Placement } from '../core/placement.ts'
import { createRegistry } from '../engine/registry.ts'
import type { StoredModel } from '../models/catalogue/model.ts'
import { unusableModels } from './unusable.ts'

const folder = scratch()
const registry = createRegistry({ llamaCpp: { libraryPath: null } })
const path = join(folder, 'm.gguf')
writeFileSync(path, 'GGUF')

const model = (id: string, placement: Placement = {}, more: Partial<ModelConfig> = {}): ModelConfig => ({
  id,
  path,
  placement,
  keepAliveMs: 0,
  ...more,
})

function told(models: readonly ModelConfig[], known: readonly Partial<StoredModel>[] = []) {
  return unusableModels({ models, chip: null }, registry, { list: () => known as readonly StoredModel[] })
}

test('a model whose files are all there is usable', async () => {
  expect(
    await told([model('m'), model('n', { projector: path, draftModel: 'auto' }), model('o', { projector: null })]),
  ).toEqual([])
})

test.each<[Placement, Partial<ModelConfig>, string]>([
  [{ projector: '/nope' }, {}, 'mmproj: there is no file /nope.'],
  [{ draftModel: '/nope' }, {}, 'draft_model: there is no file /nope.'],
  [{}, { chatTemplatePath: '/nope' }, 'chat_template: there is no file /nope.'],
])('one with %j %j is not', async (placement, more, reason) => {
  expect(await told([model('m'), model('n', placement, more)])).toEqual([{ id: 'n', reason }])
})

test('one whose file is broken is not, nor one that no engine here takes', async () => {
  const text = join(folder, 'text.txt')
  writeFileSync(text, 'hello')
  const models = [model('m'), model('n', {}, { path: text })]
  expect(await told(models, [{ id: 'm', invalid: 'Its file is broken.' }])).toEqual([
    { id: 'm', reason: 'Its file is broken.' },
    { id: 'n', reason: expect.stringContaining(text) },
  ])
})
