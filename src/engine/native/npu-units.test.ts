import { expect, test } from 'vitest'
import { formatCompute } from '../../core/compute/compute.ts'
import { readCompute } from '../../core/compute/read.ts'
import { createRegistry } from '../registry.ts'
import { onNpus } from './npu-units.ts'

test.each([
  ['auto', 'npu'],
  ['hybrid', 'npu'],
  ['cpu', 'npu'],
  ['npu', 'npu'],
  ['npu.1', 'npu.1'],
  ['npu.0,cpu', 'npu.0'],
  ['hetero:npu.0,npu.1', 'hetero:npu.0,npu.1'],
  ['multi:npu.1,gpu', 'npu.1'],
])('what was asked for as %s computes on %s where NPUs are all there is', (asked, told) => {
  expect(formatCompute(onNpus(readCompute(asked, 'compute')))).toBe(told)
})

test.each(['rkllm', 'rknn2', 'rknn3', 'qairt'] as const)('a plan of %s says that it is the NPU', (id) => {
  const driver = createRegistry({ llamaCpp: { libraryPath: null } }).driver(id)
  const plan = driver.plan('m', { path: '/m', sizeBytes: 1 }, {}, { cores: 1 })
  expect(plan.compute).toEqual({ take: 'first', units: [{ kind: 'npu' }] })
})

test('QAIRT, which takes other wishes too, says so of them as well', () => {
  const driver = createRegistry({ llamaCpp: { libraryPath: null } }).driver('qairt')
  const wish = { compute: { take: 'first', units: [{ kind: 'gpu' }] } } as const
  expect(driver.plan('m', { path: '/m', sizeBytes: 1 }, wish, { cores: 1 }).compute?.units).toEqual([{ kind: 'npu' }])
})
