import { afterAll, describe, expect, test } from 'vitest'
import { ScriptFolder } from '../../test/engine/script-folder.ts'
import { createRegistry } from './registry.ts'

const files = new ScriptFolder()
afterAll(() => files.remove())

describe('the registry', () => {
  const registry = createRegistry({ llamaCpp: { libraryPath: null } })

  test('lists its drivers in the order in which they are asked', () => {
    expect(registry.drivers.map(({ id }) => id)).toEqual([
      'llama_cpp',
      'rkllm',
      'rknn2',
      'rknn3',
      'qairt',
      'openvino',
      'onnx',
      'whisper',
      'scripted',
      'upstream',
    ])
  })

  test('gives a driver by its id', () => {
    expect(registry.drivers.map(({ id }) => registry.driver(id))).toEqual(registry.drivers)
  })

  test.each([
    ['model.gguf', 'GGUF', 'llama_cpp'],
    ['model.rkllm', 'weights', 'rkllm'],
    ['model.rknn', 'graph', 'rknn2'],
    ['genie_config.json', '{}', 'qairt'],
    ['openvino_model.xml', '<net/>', 'openvino'],
    ['model.onnx', 'graph', 'onnx'],
    ['model.script.json', '{}', 'scripted'],
    ['script.json', '{}', undefined],
    ['notes.txt', 'hello', undefined],
  ])('takes %s for the model of %s', async (name, text, id) => {
    const path = files.writeText(name, text)
    const [found] = await registry.claims(path)
    expect(found?.driver.id).toBe(id)
    expect(found?.facts.path).toBe(id === undefined ? undefined : path)
  })

  test('tells of all that know a model, in their order', async () => {
    for (const name of ['openvino_model.xml', 'both.onnx', 'both.rkllm']) files.writeText(name, 'graph')
    const claims = await registry.claims(files.path)
    const ids = claims.map(({ driver }) => driver.id)
    expect(ids.filter((id) => ['rkllm', 'openvino', 'onnx'].includes(id))).toEqual(['rkllm', 'openvino', 'onnx'])
  })

  test("takes a missing file for nobody's", async () => {
    expect(await registry.claims(`${files.path}/missing.gguf`)).toEqual([])
  })
})
