import { systemClock } from '../../../src/core/clock.ts'
import { createRknn3Driver } from '../../../src/engine/drivers/rknn3/driver.ts'
import { scratch } from '../../fakes/scratch.ts'
import { RKLLM3_SERVER, writeCardModel } from '../../native/rknn3/build.ts'
import { servedConformance } from './suite.ts'

const folder = scratch()
const options = { serverPath: RKLLM3_SERVER }

servedConformance('rknn3', {
  driver: createRknn3Driver({ runtime: { clock: systemClock }, ...options }),
  chats: true,
  slots: 1,
  registry: { rknn3: options },
  models: {
    good: writeCardModel(folder, 'qwen3'),
    bad: { path: writeCardModel(folder, 'bad', 'broken'), reason: 'failed to load the model' },
  },
  sizeBytes: 'good\n'.length + 6,
  prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x '.repeat(5000) },
})
