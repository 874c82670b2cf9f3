import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { placed } from './here.ts'

test.each([
  ['src', 'folder', { model: resolve('src') }, true],
  ['package.json', 'file', { model: resolve('package.json') }, true],
  ['package.json', 'folder', { model: 'package.json' }, false],
  ['src', 'file', { model: 'src' }, false],
  ['org/repo', 'folder', { model: 'org/repo' }, false],
] as const)('%s, where a %s may be', (model, kind, fields, onlyHere) => {
  expect(placed({ model }, kind)).toEqual({ fields: { imatrix: undefined, ...fields }, onlyHere })
})

test('an importance matrix is a file of this machine', () => {
  const { fields, onlyHere } = placed({ model: 'org/repo', imatrix: 'm.gguf', type: 'Q4_K_M' }, 'file')
  expect([fields, onlyHere]).toEqual([{ model: 'org/repo', imatrix: resolve('m.gguf'), type: 'Q4_K_M' }, true])
})
