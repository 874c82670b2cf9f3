import { expect, test } from 'vitest'
import type { Device } from '../../../core/device.ts'
import { requireAccelerators } from './require-accelerators.ts'

const CUDA0: Device = { name: 'CUDA0', description: '', kind: 'gpu', memoryBytes: { free: 1, total: 1 } }
const CUDA1: Device = { ...CUDA0, name: 'CUDA1' }

test('what names more accelerators than there are is refused by its name', () => {
  expect(() => requireAccelerators([], { mainGpu: 1, tensorSplit: [] })).toThrow(
    '`main_gpu` is 1, the accelerators being counted from 0, but none is there to be used.',
  )
  expect(() => requireAccelerators([CUDA0], { mainGpu: 1, tensorSplit: [] })).toThrow(
    'but these are there to be used: CUDA0.',
  )
  expect(() => requireAccelerators([], { mainGpu: 0, tensorSplit: [3, 1] })).toThrow(
    '`tensor_split` shares the model among 2 accelerators, but none is there to be used.',
  )
})

test('what can be had is not', () => {
  expect(() => requireAccelerators([], { mainGpu: 0, tensorSplit: [1] })).not.toThrow()
  expect(() => requireAccelerators([CUDA0, CUDA1], { mainGpu: 1, tensorSplit: [3, 1] })).not.toThrow()
})
