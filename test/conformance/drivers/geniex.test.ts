import { createQairtDriver } from '../../../src/engine/drivers/qairt/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { GENIEX, writeBundle } from '../../native/genie/build.ts'
import { servedConformance } from './suite.ts'

const folder = scratch()
const options = { libraryPath: null, serverPath: GENIEX }

servedConformance('qairt by GenieX', {
  driver: createQairtDriver({ runtime: builtRuntime, ...options }),
  chats: true,
  slots: 1,
  registry: { qairt: options },
  models: {
    good: writeBundle(folder, 'good', 'good'),
    bad: { path: writeBundle(folder, 'bad', 'broken'), reason: 'SDKError(Model loading failed)' },
  },
  sizeBytes: 'good\n'.length,
  prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x '.repeat(5000) },
})
