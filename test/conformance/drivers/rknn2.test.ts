import { createRknn2Driver } from '../../../src/engine/drivers/rknn2/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { buildFakeRknn, writeRknnModel } from '../../native/rknn/build.ts'
import { driverConformance } from './suite.ts'

const folder = scratch()
const options = { libraryPath: buildFakeRknn(folder) }

driverConformance('rknn2', {
  driver: createRknn2Driver({ runtime: builtRuntime, ...options }),
  does: 'embed',
  slots: 1,
  registry: { rknn2: options },
  models: {
    good: writeRknnModel(folder, 'good', 'rows', 'slow'),
    bad: { path: writeRknnModel(folder, 'bad', 'nonsense'), reason: 'the model is broken' },
    reranker: writeRknnModel(folder, 'reranker', 'score'),
  },
  prompts: { short: 'Say it.', endless: 'x', tooLong: 'x'.repeat(5000) },
})
