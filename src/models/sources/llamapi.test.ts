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
