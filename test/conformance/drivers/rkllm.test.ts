import { createRkllmDriver } from '../../../src/engine/drivers/rkllm/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { buildFakeRkllm, writeFakeModel } from '../../native/rkllm/build.ts'
import { driverConformance } from './suite.ts'

const folder = scratch()
const good = writeFakeModel(folder, 'good', 'good')
const bad = writeFakeModel(folder, 'bad', 'broken')

for (const [release, version] of [
  [12, '1.2.3'],
  [13, '1.3.0'],
] as const) {
  const options = { libraryPath: buildFakeRkllm(folder, { release, version }), runtimeVersion: null }
  driverConformance(`rkllm ${version}`, {
    driver: createRkllmDriver({ runtime: builtRuntime, ...options }),
    slots: 1,
    registry: { rkllm: options },
    models: { good, bad: { path: bad, reason: 'rkllm model is corrupt' } },
    prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x'.repeat(5000) },
  })
}
