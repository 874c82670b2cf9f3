import { expect, it } from 'vitest'
import type { Device } from '../../../core/device.ts'
import { sharesOf, splitLayers } from './split-layers.ts'

const CPU = null

it.each<[string, number, number, number[], (number | null)[]]>([
  ['all and the output', 3, -1, [1], [0, 0, 0, 0]],
  ['none', 3, 0, [1], [CPU, CPU, CPU, CPU]],
  ['the last ones, of which the output is one', 3, 2, [1], [CPU, CPU, 0, 0]],
  ['no more than there are', 3, 99, [1], [0, 0, 0, 0]],
  ['all of the CPU without a device', 3, -1, [], [CPU, CPU, CPU, CPU]],
  ['by halves', 3, -1, [1, 1], [0, 0, 1, 1]],
  ['by shares of any sum', 7, -1, [6, 2], [0, 0, 0, 0, 0, 0, 1, 1]],
  ['by shares of those that are taken', 7, 4, [1, 1], [CPU, CPU, CPU, CPU, 0, 0, 1, 1]],
  ['nothing to a device without a share', 3, -1, [1, 0, 1], [0, 0, 2, 2]],
  // A third and a third are 2/3 in single precision, not more, so the layer at 2/3 is the last device's.
  ['on a boundary as llama.cpp rounds', 5, -1, [1, 1, 1], [0, 0, 1, 1, 2, 2]],
])('%s', (_, layers, gpuLayers, shares, split) => {
  expect(splitLayers(layers, gpuLayers, shares)).toEqual(split)
})

const device = (free: number, total = 10): Device => ({
  name: 'd',
  description: '',
  kind: 'gpu',
  memoryBytes: { free, total },
})

it.each<[string, Device[], number[], number[]]>([
  ['as asked, nothing beyond', [device(1), device(1), device(1)], [3, 1], [3, 1, 0]],
  ['by what is free', [device(1), device(3)], [], [1, 3]],
  ['by what is free, where only zeros are asked for', [device(1), device(3)], [0, 0], [1, 3]],
  ["by the machine's memory for one that tells none", [device(0, 0), device(0)], [], [7, 0]],
])('shares are %s', (_, devices, asked, shares) => {
  expect(sharesOf(devices, asked, 7)).toEqual(shares)
})
