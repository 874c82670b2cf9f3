import { createLlamaCppDriver } from '../../../src/engine/drivers/llama-cpp/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { CORRUPT_FILES } from '../../fixtures/gguf/index.ts'
import { fixture, models } from '../../fixtures/models.ts'
import { driverConformance } from './suite.ts'

const [truncated] = CORRUPT_FILES.filter(({ name }) => name === 'truncated-half')
if (truncated?.outcome.kind !== 'refused') throw new Error('the truncated file is expected to be refused')

driverConformance('llama.cpp', {
  driver: createLlamaCppDriver({ runtime: builtRuntime, libraryPath: null }),
  models: {
    good: models.scripted({ endless: true }),
    bad: { path: fixture('truncated-half', truncated.bytes()), reason: truncated.outcome.words },
    embedder: models.embedder(),
  },
  prompts: { short: 'Say it.', endless: 'Go on.', tooLong: 'x'.repeat(5000) },
})
