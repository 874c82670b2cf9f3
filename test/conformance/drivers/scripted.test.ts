import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createScriptedDriver } from '../../../src/engine/drivers/scripted/driver.ts'
import type { ScriptSource } from '../../../src/engine/drivers/scripted/script.ts'
import { builtRuntime } from './runtime.ts'
import { driverConformance } from './suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'trivet-scripted-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, script: ScriptSource): string {
  const path = join(folder, `${name}.script.json`)
  writeFileSync(path, JSON.stringify(script))
  return path
}

const good = write('good', {
  contextTokens: 20,
  load: [{ progress: 0.5 }, { progress: 1 }],
  replies: [
    { when: 'for ever', steps: [{ text: 'On' }, { text: ' and on', waitFor: 'never' }] },
    { steps: [{ progress: 1 }, { text: 'One' }, { text: ' two' }, { text: ' 🐢', tokens: 3 }, { text: ' four' }] },
  ],
})
const bad = write('bad', {
  load: [{ progress: 0.5 }, { log: 'error: tensor output.weight is missing' }, { fail: 'failed to load' }],
  replies: [],
})

driverConformance('scripted', {
  driver: createScriptedDriver({ runtime: builtRuntime }),
  models: { good, bad: { path: bad, reason: 'tensor output.weight is missing' } },
  prompts: { short: 'Count', endless: 'Go on for ever', tooLong: 'word '.repeat(20) },
})
