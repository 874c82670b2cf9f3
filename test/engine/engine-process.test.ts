import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import type { EngineEvent } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createScriptedDriver } from '../../src/engine/drivers/scripted/driver.ts'
import type { ScriptSource } from '../../src/engine/drivers/scripted/script.ts'
import { spawnChild } from '../../src/engine/process/child.ts'
import { probeInChild } from '../../src/engine/process/probe.ts'
import { startParent } from '../conformance/drivers/parent.ts'
import { ManualClock } from '../fakes/clock.ts'
import { builtRuntime } from './built-runtime.ts'
import { childrenOf, gone, onlyChildOf } from './processes.ts'
import { ScriptFolder } from './script-folder.ts'

const NEVER = new AbortController().signal
const scripts = new ScriptFolder()
const started: EngineInstance[] = []

afterEach(() => Promise.all(started.splice(0).map((instance) => instance.stop(0))))
afterAll(() => scripts.remove())

interface Setting {
  readonly clock?: Clock
  readonly slots?: number
}

async function startFile(path: string, { clock = systemClock, slots }: Setting = {}) {
  const driver = createScriptedDriver({ runtime: { ...builtRuntime, clock } })
  const plan = driver.plan('m', { path, sizeBytes: 0 }, { slots }, { cores: 1 })
  const instance = await driver.start(plan, { signal: NEVER, onProgress() {} })
  started.push(instance)
  return instance
}

function start(script: ScriptSource, setting?: Setting) {
  return startFile(scripts.write('model', script), setting)
}

const answering = (prompt: string): EngineTask => {
  return { kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens: null }
}

function run(instance: EngineInstance, prompt = 'hi') {
  return instance.run(answering(prompt), NEVER)
}

async function collect(events: AsyncIterable<EngineEvent>) {
  const all = []
  for await (const event of events) all.push(event)
  return all
}

const SAY = { text: 'a' }
const SAID = { type: 'text-delta', text: 'a', tokens: 1 }

function crashed(how: string, lastLine: string) {
  return { type: 'error', error: { code: 'engine_crashed', details: { model: 'm', how, lastLine }, param: null } }
}

describe('a child that dies at work', () => {
  test.each([
    ['by a signal', 'SIGSEGV', 'SIGSEGV'],
    ['with an exit code', 3, 'exit code 3'],
  ])('%s is reported with its last words', async (_, crash, how) => {
    const instance = await start({ replies: [{ steps: [SAY, { log: 'GGML_ASSERT(n > 0) failed', crash }] }] })
    expect(await collect(run(instance))).toEqual([SAID, crashed(how, 'GGML_ASSERT(n > 0) failed')])
    expect(await instance.ended).toEqual({ expected: false, how, lastLine: 'GGML_ASSERT(n > 0) failed' })
  })

  test('by an error of its own says which', async () => {
    const child = spawnChild(builtRuntime, () => {})
    const task = { kind: 'generate', prompt: '', sampling: NEUTRAL_SAMPLING, maxTokens: 1 } as const
    child.send({ op: 'run', id: 1, task })
    expect((await child.ended).lastLine).toBe('uncaught Error: a task came before the model was loaded')
  })

  test('takes down every task inside', async () => {
    const waits = { when: 'wait', steps: [SAY, { waitFor: 'never' }] }
    const dies = { when: 'die', steps: [{ waitFor: 'die' }, { crash: 'SIGABRT' }] }
    const instance = await start({ replies: [waits, dies] })
    const inside = ['wait', 'wait', 'die'].map((prompt) => collect(run(instance, prompt)))
    scripts.writeText('die')
    const last = (await Promise.all(inside)).map((events) => events.at(-1))
    expect(last).toEqual(inside.map(() => crashed('SIGABRT', '(none)')))
  })
})

describe('a child that hangs', () => {
  const HANG = { replies: [{ steps: [SAY, { log: 'hanging', hang: true as const }] }] }

  test('is taken for dead when its heartbeat stays away', async () => {
    const clock = new ManualClock()
    const instance = await start(HANG, { clock })
    const events = []
    for await (const event of run(instance)) {
      events.push(event)
      if (event.type === 'text-delta') clock.advance(33_000)
    }
    expect(events.at(-1)).toMatchObject({ error: { details: { how: 'no heartbeat for 30 s' } } })
  })

  test('does not outlive a killed server', async () => {
    const parent = await startParent(scripts.write('hang', HANG), answering('hi'))
    const child = onlyChildOf(parent.pid ?? 0)
    parent.kill('SIGKILL')
    await gone(child)
  })
})

describe('a child that dies while loading', () => {
  const dies = (log: string) => start({ load: [{ log }, { crash: 'SIGABRT' }], replies: [] })

  test('is a failed load with the signal and its last words', async () => {
    const reason = 'the engine ended while loading (SIGABRT): head_count = 0'
    await expect(dies('head_count = 0')).rejects.toMatchObject({ code: 'model_load_failed', details: { reason } })
  })

  test("gives its driver's reading of the log first", async () => {
    const reason = 'the engine ended while loading (SIGABRT): bad header'
    await expect(dies('error: bad header\nbacktrace …')).rejects.toMatchObject({ details: { reason } })
  })
})

describe('a load that fails', () => {
  test('without native words gives those of the backend', async () => {
    const failing = start({ load: [{ log: 'loading' }, { fail: 'out of memory' }], replies: [] })
    await expect(failing).rejects.toMatchObject({ code: 'model_load_failed', details: { reason: 'out of memory' } })
  })

  test.each([
    ['no JSON', '{', /^not JSON/],
    ['no script', '{}', /^not a script/],
  ])('for a file that is %s', async (_, text, reason) => {
    const failing = startFile(scripts.writeText('broken.script.json', text))
    await expect(failing).rejects.toMatchObject({ details: { reason: expect.stringMatching(reason) } })
  })

  test('for a file that is missing', async () => {
    const failing = startFile(`${scripts.path}/missing.script.json`)
    await expect(failing).rejects.toMatchObject({ details: { reason: expect.stringContaining('ENOENT') } })
  })
})

test('what the terminal sends to all processes does not end an engine', async () => {
  const instance = await start({ replies: [{ steps: [SAY] }] })
  const child = onlyChildOf(process.pid)
  process.kill(child, 'SIGINT')
  process.kill(child, 'SIGTERM')
  expect(await collect(run(instance))).toMatchObject([SAID, { type: 'usage' }, { type: 'finish' }])
})

test('tasks wait in line for a slot', async () => {
  const script = { replies: [{ when: 'first', steps: [SAY, { waitFor: 'open' }] }, { steps: [SAY] }] }
  const instance = await start(script, { slots: 1 })
  const order: string[] = []
  async function record(prompt: string) {
    for await (const { type } of run(instance, prompt)) {
      order.push(`${prompt} ${type}`)
      if (order.length === 1) scripts.writeText('open')
    }
  }
  await Promise.all([record('first'), record('second')])
  expect(order).toHaveLength(6)
  expect(order.indexOf('second text-delta')).toBeGreaterThan(order.indexOf('first usage'))
})

test('a probe answers from a child that is gone afterwards, or says how it died', async () => {
  expect(await probeInChild('scripted', {}, builtRuntime)).toMatchObject({ available: true, version: 'scripted-1' })
  const entry = new URL('./missing.js', builtRuntime.entry)
  expect(await probeInChild('scripted', {}, { ...builtRuntime, entry })).toMatchObject({
    available: false,
    reason: expect.stringMatching(/^The probe ended \(exit code 1\): /),
  })
  expect(childrenOf(process.pid)).toEqual([])
})
