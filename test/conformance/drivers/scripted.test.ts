import { afterAll } from 'vitest'
import { createScriptedDriver } from '../../../src/engine/drivers/scripted/driver.ts'
import { builtRuntime } from '../../engine/built-runtime.ts'
import { ScriptFolder } from '../../engine/script-folder.ts'
import { driverConformance } from './suite.ts'

const scripts = new ScriptFolder()
afterAll(() => scripts.remove())

const good = scripts.write('good', {
  contextTokens: 20,
  logits: true,
  load: [{ progress: 0.5 }, { progress: 1 }],
  replies: [
    { when: 'for ever', steps: [{ text: 'On' }, { text: ' and on', waitFor: 'never' }] },
    { steps: [{ progress: 1 }, { text: 'One' }, { text: ' two' }, { text: ' 🐢', tokens: 3 }, { text: ' four' }] },
  ],
})
const bad = scripts.write('bad', {
  load: [{ progress: 0.5 }, { log: 'error: tensor output.weight is missing' }, { fail: 'failed to load' }],
  replies: [],
})

const embedder = scripts.write('embedder', { contextTokens: 20, embeddingSize: 8, replies: [] })

driverConformance('scripted', {
  driver: createScriptedDriver({ runtime: builtRuntime }),
  models: { good, bad: { path: bad, reason: 'tensor output.weight is missing' }, embedder },
  prompts: { short: 'Count', endless: 'Go on for ever', tooLong: 'word '.repeat(20) },
})
