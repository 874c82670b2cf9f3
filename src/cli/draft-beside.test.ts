import { expect, test } from 'vitest'
import type { StoredModel } from '../models/catalogue/model.ts'
import { draftBeside } from './draft-beside.ts'

test.each([
  ['/m/qwen-draft-Q4_0.gguf', '/m/qwen-draft-Q4_0.gguf'],
  ['/m/qwen-mtp.gguf', null],
  ['/m/qwen-eagle3-Q8_0.gguf', null],
  [undefined, null],
])('of the attachment %s, the draft is %s', (draft, expected) => {
  const list = () => [{ path: '/m/qwen.gguf', attachments: { ...(draft && { draft }) } } as StoredModel]
  expect(draftBeside({ list }, '/m/qwen.gguf')).toBe(expected)
  expect(draftBeside({ list }, '/m/other.gguf')).toBeNull()
})
