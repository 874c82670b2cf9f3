import { expect, it } from 'vitest'
import { platformOfFiles } from './made-for.ts'

it.each([
  [['Qwen3-4B_W8A8_RK3588.rkllm'], 'rkllm'],
  [['bge-m3.rknn', 'tokenizer.json'], 'rknn2'],
  [['qwen3.rknn', 'qwen3.weight', 'qwen3.tokenizer.gguf'], 'rknn3'],
  [['genie_config.json', 'model-1.bin'], 'qairt'],
  [['weights_1_of_3.serialized.bin', 'metadata.json'], 'qairt'],
  [['pytorch_model-00001-of-00002.bin'], null],
  [['config.json', 'openvino_model.xml', 'openvino_model.bin'], 'openvino'],
  [['openvino_language_model.xml'], 'openvino'],
  [['model.onnx', 'tokenizer.json'], 'onnx'],
  [['model.safetensors', 'config.json'], null],
  [[], null],
])('the files %j are made for %s', (names, platform) => {
  expect(platformOfFiles(names)).toBe(platform)
})
