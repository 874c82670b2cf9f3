import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { folderSource } from './folder.ts'

const root = scratch()

function put(...names: string[]): void {
  for (const name of names) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), name)
  }
}

test('folders of other runtimes’ files are models, called by the folder, with all that is in it', async () => {
  put('bge/onnx/model.onnx', 'bge/tokenizer.json', 'qwen3-rk/qwen3.rkllm', 'qwen3-rk/tokenizer.json')
  put(
    'card/qwen.rknn',
    'card/qwen.weight',
    'card/qwen.tokenizer.gguf',
    'ir/openvino_model.xml',
    'ir/openvino_model.bin',
  )
  put('notes/readme.txt')
  const { models } = await folderSource(root).read()
  expect(models.map(({ id, path, others }) => [id, path, others.length])).toEqual([
    ['bge', join(root, 'bge'), 2],
    ['card', join(root, 'card'), 3],
    ['ir', join(root, 'ir'), 2],
    ['qwen3-rk', join(root, 'qwen3-rk'), 2],
  ])
  expect(models.every(({ parts }) => parts.length === 0)).toBe(true)
})

test('Whisper’s files are models each, beside those of others', async () => {
  put('whisper/ggml-tiny.bin', 'whisper/ggml-base.en.bin', 'whisper/small.gguf')
  const { models } = await folderSource(join(root, 'whisper')).read()
  expect(models.map(({ id, path }) => [id, path]).toSorted()).toEqual([
    ['ggml-base.en', join(root, 'whisper/ggml-base.en.bin')],
    ['ggml-tiny', join(root, 'whisper/ggml-tiny.bin')],
    ['small', join(root, 'whisper/small.gguf')],
  ])
})
