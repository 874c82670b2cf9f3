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
    const found = await registry.recognise(path)
    expect(found?.driver.id).toBe(id)
    expect(found?.facts.path).toBe(id === undefined ? undefined : path)
  })

  test('takes what several know for the one that is told', async () => {
    const path = files.writeText('both.onnx', 'graph')
    expect((await registry.recognise(files.path, 'onnx'))?.driver.id).toBe('onnx')
    expect((await registry.recognise(files.path, 'nothing'))?.driver.id).not.toBe('onnx')
    expect((await registry.recognise(path, 'rkllm'))?.driver.id).toBe('onnx')
  })

  test("takes a missing file for nobody's", async () => {
    expect(await registry.recognise(`${files.path}/missing.gguf`)).toBeNull()
  })
})
