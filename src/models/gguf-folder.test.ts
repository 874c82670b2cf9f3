import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { ggufModelIn, ggufModelsIn, modelFile, tooManyIn } from './gguf-folder.ts'

const root = scratch()

function folder(name: string, files: readonly string[], description?: string): string {
  const path = join(root, name)
  mkdirSync(path)
  for (const file of files) writeFileSync(join(path, file), 'GGUF')
  if (description !== undefined) writeFileSync(join(path, 'model.toml'), description)
  return path
}

it('a folder with one model is that model, whatever belongs to it', () => {
  const path = folder('one', ['tiny-Q4_0.gguf', 'mmproj-tiny-F16.gguf', 'tiny-draft-Q4_0.gguf', 'README.md'])
  expect(ggufModelIn(path)).toMatchObject({
    path: join(path, 'tiny-Q4_0.gguf'),
    attachments: { mmproj: join(path, 'mmproj-tiny-F16.gguf'), draft: join(path, 'tiny-draft-Q4_0.gguf') },
  })
  expect(modelFile(path)).toBe(join(path, 'tiny-Q4_0.gguf'))
  expect(tooManyIn(path)).toBeNull()
})

it('parts are one model', () => {
  const path = folder('split', ['big-00002-of-00002.gguf', 'big-00001-of-00002.gguf'])
  expect(modelFile(path)).toBe(join(path, 'big-00001-of-00002.gguf'))
})

it('of several, none is meant, and all are named', () => {
  const path = folder('several', ['b.gguf', 'a.gguf', 'mmproj.gguf'])
  expect(modelFile(path)).toBe(path)
  expect(tooManyIn(path)).toBe(`${path} holds 2 models (a.gguf, b.gguf); name the file of one.`)
})

it('very many are counted', () => {
  const path = folder(
    'many',
    Array.from({ length: 25 }, (_, index) => `m${index + 10}.gguf`),
  )
  expect(tooManyIn(path)).toMatch(/ holds 25 models \(m10\.gguf, .*, m29\.gguf and 5 more\);/)
})

it.each([
  ['rknn3', ['m.rknn', 'm.weight', 'vocabulary.gguf'], undefined, 0],
  ['rknn3-told', ['m.rknn', 'm.gguf'], 'platform = "llama_cpp"', 1],
  ['rkllm-told', ['m.gguf'], 'platform = "rkllm"', 0],
  ['vocabulary', ['m.tokenizer.gguf'], undefined, 0],
  ['projector', ['mmproj.gguf'], undefined, 0],
  ['nothing', [], undefined, 0],
] as const)('in the folder %s of %j, described as %s, %i are found', (name, files, description, count) => {
  expect(ggufModelsIn(folder(name, files, description))).toHaveLength(count)
})

it('a file, and what is not there, is no folder', () => {
  const file = join(folder('file', ['m.gguf']), 'm.gguf')
  expect(modelFile(file)).toBe(file)
  for (const path of [join(root, 'missing'), `${file}/below`, '/a\0b', `/${'x'.repeat(300)}`]) {
    expect(ggufModelsIn(path)).toEqual([])
  }
  const looped = folder('looped', ['m.gguf'])
  symlinkSync('loop.gguf', join(looped, 'loop.gguf'))
  expect(modelFile(looped)).toBe(join(looped, 'm.gguf'))
})
