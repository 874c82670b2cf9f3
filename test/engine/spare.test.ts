import { afterAll, afterEach, expect, test } from 'vitest'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { createScriptedDriver } from '../../src/engine/drivers/scripted/driver.ts'
import { type Spare, startSpare } from '../../src/engine/process/spare.ts'
import { builtRuntime } from './built-runtime.ts'
import { childrenOf, gone } from './processes.ts'
import { ScriptFolder } from './script-folder.ts'

const NEVER = new AbortController().signal
const scripts = new ScriptFolder()
const spares: Spare[] = []

afterEach(() => {
  for (const spare of spares.splice(0)) spare.end()
})
afterAll(() => scripts.remove())

/** A spare, and the process that it is. */
function start() {
  const before = childrenOf(process.pid)
  const spare = startSpare(builtRuntime.entry)
  spares.push(spare)
  const [pid = 0] = childrenOf(process.pid).filter((child) => !before.includes(child))
  return { spare, pid }
}

test('the first engine that is loaded runs in it, the next in a child of its own', async () => {
  const { spare, pid } = start()
  const driver = createScriptedDriver({ runtime: { ...builtRuntime, spare } })
  const path = scripts.write('model', { replies: [{ steps: [{ text: 'a' }] }] })
  const plan = driver.plan('m', { path, sizeBytes: 0 }, {}, { cores: 1 })
  const before = childrenOf(process.pid)
  const first = await driver.start(plan, { signal: NEVER, onProgress() {} })
  expect(childrenOf(process.pid)).toEqual(before)
  const second = await driver.start(plan, { signal: NEVER, onProgress() {} })
  expect(childrenOf(process.pid)).toHaveLength(before.length + 1)

  spare.end()
  const events = []
  const task = { kind: 'generate', prompt: 'hi', sampling: NEUTRAL_SAMPLING, maxTokens: null } as const
  for await (const event of first.run(task, NEVER)) events.push(event)
  expect(events[0]).toEqual({ type: 'text-delta', text: 'a', tokens: 1 })
  await Promise.all([first.stop(0), second.stop(0)])
  await gone(pid)
})

test('one that nobody takes is ended', async () => {
  const { spare, pid } = start()
  spare.end()
  await gone(pid)
  expect(spare.take()).toBeNull()
})
