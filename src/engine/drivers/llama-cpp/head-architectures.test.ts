import { expect, test } from 'vitest'
import { headMisfit, headTensors, tellsLayerInputs } from './head-architectures.ts'

test.each<[string, number, string | null]>([
  ['glm4moe', 1, null],
  ['mimo2', 3, null],
  ['glm4moe', 0, 'the model carries no MTP layers'],
  ['llama', 0, 'the model carries no MTP layers'],
  ['glm4moe', 2, 'llama.cpp runs one MTP layer of the architecture glm4moe, and the model has 2'],
  ['exaone-moe', 1, "llama.cpp's MTP layers of the architecture exaone-moe are not supported here"],
])('%s with %i MTP layers: %s', (architecture, layers, misfit) => {
  expect(headMisfit(architecture, layers)).toBe(misfit)
})

test('the tensors that are needed are those of the layer behind the last of the model', () => {
  expect(headTensors('glm4moe', 46)).toEqual([
    'blk.46.nextn.eh_proj.weight',
    'blk.46.nextn.enorm.weight',
    'blk.46.nextn.hnorm.weight',
    'blk.46.ffn_gate_inp.weight',
  ])
})

test('only some architectures tell what goes into their layers', () => {
  expect(['llama', 'qwen3', 'hy_v3', ''].map(tellsLayerInputs)).toEqual([true, true, false, false])
})
