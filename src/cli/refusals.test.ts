import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import type { Config, ModelConfig } from '../config/config.ts'
import { TrivetError } from '../core/errors.ts'
import { createRegistry, type Registry } from '../engine/registry.ts'
import { refuseImpossible } from './refusals.ts'

const folder = scratch()
const HERE = import.meta.filename
const HOST = { cores: 2 }

/** Takes every file for a model, and refuses more threads than there are cores. */
const registry: Registry = {
  ...createRegistry({ llamaCpp: { libraryPath: null } }),
  claims: async (path) => {
    const driver = createRegistry({ llamaCpp: { libraryPath: null } }).driver('llama_cpp')
    return [{ driver, facts: { path, sizeBytes: 1 } }]
  },
}

function refusal(models: readonly ModelConfig[], of = registry, folders: readonly string[] = []): Promise<string> {
  const config = { models, modelFolders: folders } as unknown as Config
  return refuseImpossible(config, of, HOST).then(
    () => 'nothing',
    (error: TrivetError) => `${error.code}: ${error.message}`,
  )
}

const model = (id: string, path: string, placement = {}): ModelConfig => ({
  id,
  path,
  placement,
  keepAliveMs: 0,
})

test('what can be had is not refused', async () => {
  expect(await refusal([model('m', HERE, { threads: 2 })])).toBe('nothing')
})

test('everything that can not be had is told at once', async () => {
  const models = [model('a', '/no/such.gguf'), model('b', HERE, { threads: 99 }), model('c', HERE, { slots: 201 })]
  expect((await refusal(models)).split('\n')).toEqual([
    'invalid_config: the model `a`: there is no file /no/such.gguf.',
    'the model `b`: 99 threads were asked for, but 2 cores may be used here.',
    'the model `c`: 201 slots were asked for; 200 is the most.',
  ])
})

test('a folder of which nobody knows the model that is meant is refused', async () => {
  for (const name of ['a.gguf', 'b.gguf']) writeFileSync(join(folder, name), 'GGUF')
  expect(await refusal([model('m', folder)], createRegistry({ llamaCpp: { libraryPath: null } }))).toBe(
    `invalid_config: the model \`m\`: ${folder} holds 2 models (a.gguf, b.gguf); name the file of one.`,
  )
})

test('a folder of models that is not there is told, a file in its place too', async () => {
  const folders = [import.meta.dirname, '/no/such/folder', HERE]
  expect((await refusal([], registry, folders)).split('\n')).toEqual([
    'invalid_config: model_folders: there is no folder /no/such/folder.',
    `model_folders: ${HERE} is no folder.`,
  ])
})

test.each([
  ['/no/such/folder', 'llama.cpp was looked for in /no/such/folder, which does not exist.'],
  [import.meta.dirname, `${import.meta.dirname} has no ggml-base library`],
])('a build of llama.cpp that is not at %s is told', async (libraryPath, words) => {
  const reason = await refusal([], createRegistry({ llamaCpp: { libraryPath } }))
  expect(reason).toContain(`invalid_config: llama_cpp.library_path: ${words}`)
})

test('a file that is no model may be repaired while the server runs', async () => {
  expect(await refusal([model('m', HERE)], { ...registry, claims: async () => [] })).toBe('nothing')
  const unreadable = async () => {
    throw new TrivetError('internal_error')
  }
  expect(await refusal([model('m', HERE)], { ...registry, claims: unreadable })).toBe('nothing')
})
