import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../../test/fakes/scratch.ts'
import { llamaPiSource } from './llamapi.ts'

const root = scratch()

function put(platform: string, chip: string, name: string, description: string | null) {
  const folder = join(root, platform, chip, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'model.rkllm'), 'weights')
  if (description !== null) writeFileSync(join(folder, 'model.toml'), description)
  return folder
}

test('a folder with a model.toml is a model, called as LlamaPi calls it', async () => {
  const qwen = put('rkllm', 'rk3588', 'qwen3-4b', '[model]\nname = "qwen3"\n')
  put('rknn2', 'rk3588', 'bge-m3', '')
  put('rknn3', 'rk1828', 'qwen3-vl-4b', '')
  put('rknn3', 'rk1828', 'no-description', null)
  put('rknn3', 'rk1828', 'broken', 'name = ')
  const { models, problems } = await llamaPiSource(root).read()
  expect(problems).toEqual([])
  expect(models.map(({ id }) => id)).toEqual([
    'qwen3:4b@rkllm-rk3588',
    'bge-m3@rknn2-rk3588',
    'broken@rknn3-rk1828',
    'qwen3-vl:4b@rknn3-rk1828',
  ])
  expect(models[0]).toMatchObject({
    path: qwen,
    parts: [],
    others: [join(qwen, 'model.rkllm'), join(qwen, 'model.toml')],
  })
  expect(models.map(({ invalid }) => invalid?.slice(0, 24) ?? null)).toEqual([
    null,
    null,
    "LlamaPi's model.toml of ",
    null,
  ])
})

test('of one in GGUF, the files are told apart', async () => {
  const folder = put('llama_cpp', 'x86', 'tiny-1b', 'platform = "llama_cpp"')
  for (const name of ['tiny.gguf', 'mmproj-tiny.gguf']) writeFileSync(join(folder, name), 'GGUF')
  const { models } = await llamaPiSource(root).read()
  expect(models.find(({ path }) => path === folder)).toMatchObject({
    id: 'tiny:1b@llama_cpp-x86',
    parts: [join(folder, 'tiny.gguf')],
    attachments: { mmproj: join(folder, 'mmproj-tiny.gguf') },
    others: [join(folder, 'model.rkllm'), join(folder, 'model.toml')],
  })
})
