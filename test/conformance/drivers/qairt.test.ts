import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createQairtDriver } from '../../../src/engine/drivers/qairt/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { scratch } from '../../fakes/scratch.ts'
import { buildFakeGenie, writeBundle } from '../../native/genie/build.ts'
import { driverConformance } from './suite.ts'

const folder = scratch()
const options = { libraryPath: buildFakeGenie(folder), serverPath: null }
const good = writeBundle(folder, 'good', 'good')

driverConformance('qairt', {
  driver: createQairtDriver({ runtime: builtRuntime, ...options }),
  tellsLogits: false,
  slots: 1,
  registry: { qairt: options },
  models: { good, bad: { path: writeBundle(folder, 'bad', 'broken'), reason: 'there is no memory left' } },
  sizeBytes: statSync(join(good, 'model_1_of_1.bin')).size,
  prompts: { short: 'Say it.', endless: 'Endless', tooLong: 'x'.repeat(5000) },
})
