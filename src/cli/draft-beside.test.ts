import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import type { StoredModel } from '../models/catalogue/model.ts'
import { ggufModelsIn } from '../models/gguf-folder.ts'
import { draftBeside } from './draft-beside.ts'
import { projectorBeside } from './projector-beside.ts'

const scratchFolder = scratch()

test.each([
  ['/m/qwen-draft-Q4_0.gguf', '/m/qwen-draft-Q4_0.gguf'],
  ['/m/qwen-mtp.gguf', null],
  ['/m/qwen-eagle3-Q8_0.gguf', '/m/qwen-eagle3-Q8_0.gguf'],
  [undefined, null],
])('of the attachment %s, the draft is %s', (draft, expected) => {
  const list = () => [{ path: '/m/qwen.gguf', attachments: { ...(draft && { draft }) } } as StoredModel]
  expect(draftBeside({ list }, '/m/qwen.gguf')).toBe(expected)
  expect(draftBeside({ list }, '/m/other.gguf')).toBeNull()
})

test.each(['qwen-mtp.gguf', 'mtp-qwen.gguf'])('a larger %s, which nothing runs, does not hide it', (other) => {
  const folder = join(scratchFolder, other)
  mkdirSync(folder)
  for (const name of ['qwen.gguf', 'qwen-draft.gguf', 'llama.gguf']) writeFileSync(join(folder, name), 'GGUF')
  writeFileSync(join(folder, other), 'GGUF and more')
  const [qwen] = ggufModelsIn(folder).filter(({ stem }) => stem === 'qwen')
  expect(qwen?.attachments).toEqual({ draft: join(folder, 'qwen-draft.gguf') })
})

test('of a folder that the catalogue does not know, it is found by its name', () => {
  const folder = join(scratchFolder, 'qwen')
  mkdirSync(folder)
  for (const name of ['qwen.gguf', 'qwen-draft.gguf', 'mmproj-qwen.gguf']) writeFileSync(join(folder, name), 'GGUF')
  expect(draftBeside({ list: () => [] }, folder)).toBe(join(folder, 'qwen-draft.gguf'))
  expect(projectorBeside({ list: () => [] }, folder)).toBe(join(folder, 'mmproj-qwen.gguf'))
})
