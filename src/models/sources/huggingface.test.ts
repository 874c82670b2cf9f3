import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { huggingFaceSource } from './huggingface.ts'

const root = scratch()

function put(repo: string, ...names: string[]): string {
  const snapshot = join(root, `models--${repo.replace('/', '--')}`, 'snapshots', 'abc')
  for (const name of names) {
    mkdirSync(dirname(join(snapshot, name)), { recursive: true })
    writeFileSync(join(snapshot, name), name)
  }
  return snapshot
}

test('repositories of other runtimes’ models are models too, called by the repository', async () => {
  const bge = put('BAAI/bge-small', 'onnx/model.onnx', 'tokenizer.json', 'config.json')
  const ir = put('OpenVINO/Qwen3-0.6B-int4-ov', 'openvino_model.xml', 'openvino_model.bin', 'tokenizer.json')
  const rk = put('t-firefly/qwen3', 'rk3588/qwen3.rkllm', 'rk3576/qwen3.rkllm')
  const whisper = put('ggerganov/whisper.cpp', 'ggml-tiny.bin', 'ggml-base.bin')
  put('org/notes', 'README.md', 'model.safetensors')
  const { models, problems } = await huggingFaceSource(root).read()
  expect(problems).toEqual([])
  expect(models.map(({ id, path, others }) => [id, path, others.length])).toEqual([
    ['BAAI/bge-small', bge, 3],
    ['OpenVINO/Qwen3-0.6B-int4-ov', ir, 3],
    ['ggerganov/whisper.cpp:ggml-base', join(whisper, 'ggml-base.bin'), 0],
    ['ggerganov/whisper.cpp:ggml-tiny', join(whisper, 'ggml-tiny.bin'), 0],
    ['t-firefly/qwen3:rk3576', join(rk, 'rk3576'), 1],
    ['t-firefly/qwen3:rk3588', join(rk, 'rk3588'), 1],
  ])
})

test('one in GGUF keeps its precision beside one of another runtime', async () => {
  const own = join(root, 'both')
  const snapshot = join(own, 'models--org--both', 'snapshots', 'abc')
  mkdirSync(join(snapshot, 'onnx'), { recursive: true })
  for (const name of ['both-Q8_0.gguf', 'onnx/model.onnx']) writeFileSync(join(snapshot, name), 'GGUF')
  const { models } = await huggingFaceSource(own).read()
  expect(models.map(({ id }) => id)).toEqual(['org/both:Q8_0', 'org/both'])
})
