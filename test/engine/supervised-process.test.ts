import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { createScriptedDriver } from '../../src/engine/drivers/scripted/driver.ts'
import { createSupervisor } from '../../src/engine/supervisor/create.ts'
import type { Supervisor } from '../../src/engine/supervisor/supervisor.ts'
import { builtRuntime } from './built-runtime.ts'
import { childrenOf } from './processes.ts'
import { ScriptFolder } from './script-folder.ts'

const NEVER = new AbortController().signal
const scripts = new ScriptFolder()
let path: string
let supervisor: Supervisor

beforeEach(() => {
  path = scripts.write('model', {
    replies: [
      { when: 'die', steps: [{ text: 'a' }, { log: 'error: bad cell', crash: 'SIGSEGV' }] },
      { when: 'wait', steps: [{ text: 'a' }, { waitFor: 'never' }] },
      { steps: [{ text: 'fine' }] },
    ],
  })
  const driver = createScriptedDriver({ runtime: builtRuntime })
  const plan = driver.plan('m', { path, sizeBytes: 0 }, {}, { cores: 1 })
  supervisor = createSupervisor({ driver, plan, clock: systemClock, policy: { backOffMs: 1 } })
})

afterEach(() => supervisor.stop(0))
afterAll(() => scripts.remove())

async function ask(prompt: string) {
  const task = { kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens: null } as const
  const events: EngineEvent[] = []
  for await (const event of supervisor.run(task, NEVER)) events.push(event)
  return events
}

const FINE = [{ type: 'text-delta', text: 'fine' }, { type: 'usage' }, { type: 'finish', reason: 'stop' }]
const details = { model: 'm', how: 'SIGSEGV', lastLine: 'error: bad cell' }
const CRASH = { type: 'error', error: { code: 'engine_crashed', details } }

test('a crash fails the requests inside; the next ones are answered by a new child', async () => {
  expect(await ask('hello')).toMatchObject(FINE)
  const [first] = childrenOf(process.pid)
  const [waiting, dying] = await Promise.all([ask('wait'), ask('die')])
  expect([waiting.at(-1), dying.at(-1)]).toMatchObject([CRASH, CRASH])
  expect(await ask('hello')).toMatchObject(FINE)
  const children = childrenOf(process.pid)
  expect(children).toHaveLength(1)
  expect(children).not.toEqual([first])
  expect(supervisor.status()).toMatchObject({ state: 'ready', crashes: 0, lastCrash: { how: 'SIGSEGV' } })
})

test('a request that always kills the engine opens the circuit', async () => {
  for (let time = 0; time < 3; time++) expect((await ask('die')).at(-1)).toMatchObject(CRASH)
  expect(await ask('hello')).toMatchObject([
    {
      type: 'error',
      error: { code: 'engine_unavailable', details: { state: 'down', retryAfter: expect.any(Number) } },
    },
  ])
  expect(supervisor.status()).toMatchObject({ state: 'failed', crashes: 3 })
  expect(childrenOf(process.pid)).toEqual([])
})

test('a broken file is loaded once it is repaired', async () => {
  scripts.write('model', { load: [{ fail: 'bad magic' }], replies: [] })
  const failed = { type: 'error', error: { code: 'model_load_failed', details: { reason: 'bad magic' } } }
  expect(await ask('hello')).toMatchObject([failed])
  expect(await ask('hello')).toMatchObject([failed])
  scripts.write('model', { replies: [{ steps: [{ text: 'fine' }] }] })
  expect(await ask('hello')).toMatchObject(FINE)
})

test('a drain lets the running answer finish and leaves no child', async () => {
  scripts.write('model', { replies: [{ steps: [{ text: 'fine' }, { waitFor: 'drained' }] }] })
  let drained: Promise<void> | null = null
  supervisor.onChange(({ running }) => {
    if (running === 1) {
      drained ??= supervisor.stop(60_000)
      scripts.writeText('drained')
    }
  })
  expect(await ask('hello')).toMatchObject(FINE)
  await drained
  expect(supervisor.status()).toMatchObject({ state: 'stopped', running: 0 })
  expect(childrenOf(process.pid)).toEqual([])
})
