import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { PLAIN_CHAT } from '../../src/core/chat.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { ChatTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createQairtDriver } from '../../src/engine/drivers/qairt/driver.ts'
import { collect, NEVER, textOf } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { CONTEXT, GENIEX, writeBundle } from '../native/genie/build.ts'
import { builtRuntime } from './built-runtime.ts'

const folder = scratch()
const driver = createQairtDriver({ runtime: builtRuntime, libraryPath: null, serverPath: GENIEX })
const good = writeBundle(folder, 'good', 'good')
const started: EngineInstance[] = []

async function start(path = good, wish = {}): Promise<EngineInstance> {
  const plan = driver.plan('m', { path, sizeBytes: 1 }, wish, { cores: 1 })
  const instance = await driver.start(plan, { signal: NEVER, onProgress() {} })
  started.push(instance)
  return instance
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((instance) => instance.stop(10_000)))
})

function echo(more: Partial<ChatTask['request']> = {}): ChatTask {
  const messages = [{ role: 'user', content: [{ type: 'text', text: 'Echo' }] }] as const
  return { kind: 'chat', request: { ...PLAIN_CHAT, model: 'm', messages, sampling: NEUTRAL_SAMPLING, ...more } }
}

const told = async (instance: EngineInstance, more: Partial<ChatTask['request']> = {}) =>
  JSON.parse(textOf(await collect(instance.run(echo(more), NEVER))))

test('a bundle is served from a store made of links to its files, on the NPU, for as long as it is loaded', async () => {
  const instance = await start()
  const { flags, manifest } = await told(instance)
  expect(flags).toMatchObject({ compute: 'npu', keepalive: '1000000000' })
  expect(manifest).toMatchObject({
    PluginId: 'qairt',
    ModelType: 'llm',
    ModelFile: { 'N/A': { Name: 'model_1_of_1.bin' } },
  })
  expect(manifest.ExtraFiles.map(({ Name }: { Name: string }) => Name)).toContain('genie_config.json')
  await instance.stop(10_000)
  expect(() => readFileSync(join(flags['data-dir'], 'models', manifest.Name, 'geniex.json'))).toThrow('ENOENT')
  expect(readFileSync(join(good, 'model_1_of_1.bin'), 'utf8')).toBe('good\n')
})

test('one of GenieX’s own store is served from there', async () => {
  const home = join(folder, 'geniex', 'models', 'qualcomm')
  mkdirSync(home, { recursive: true })
  const own = writeBundle(home, 'Qwen3-4B', 'good')
  const file = { Name: 'model_1_of_1.bin', Downloaded: true, Size: 5 }
  const manifest = { Name: 'qualcomm/Qwen3-4B', PluginId: 'qairt', ModelType: 'vlm', ModelFile: { 'N/A': file } }
  writeFileSync(join(own, 'geniex.json'), JSON.stringify(manifest))
  const instance = await start(own)
  expect(await told(instance)).toMatchObject({
    model: 'qualcomm/Qwen3-4B',
    flags: { 'data-dir': join(folder, 'geniex') },
  })
  expect(instance.capabilities.media.image).toBe(true)
})

test('the context is the bundle’s, whatever is wished for', async () => {
  expect((await start(good, { contextTokens: 64 })).capabilities).toMatchObject({ contextTokens: CONTEXT, slots: 1 })
  expect(driver.remark?.({ compute: { take: 'first', units: [{ kind: 'gpu' }] } })).toMatch(/on the NPU.*\(gpu\)/)
})

test('fields go under GenieX’s names, and what it would pass over is refused', async () => {
  const instance = await start()
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0, repetitionPenalty: 1.2 }
  const reasoning = { ...PLAIN_CHAT.reasoning, enabled: false }
  const body = await told(instance, { sampling, reasoning, maxTokens: 9, stop: ['x'] })
  expect(body).toMatchObject({
    temperature: -1,
    repetition_penalty: 1.2,
    max_completion_tokens: 9,
    enable_think: false,
  })
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['stop']))
  expect((await told(instance)).max_completion_tokens).toBe(CONTEXT)
  const tools = [{ name: 'f', description: null, parameters: {} }]
  const events = await collect(instance.run(echo({ tools, toolChoice: 'required' }), NEVER))
  expect(events.at(-1)).toMatchObject({ error: { code: 'unsupported_parameter', param: 'tool_choice' } })
  expect(instance.capabilities.parameters).toMatchObject({ constraint: 'refused', seed: 'enforced' })
})

test('a program that is missing is told with where it was looked for', async () => {
  const nowhere = createQairtDriver({ runtime: builtRuntime, libraryPath: null, serverPath: '/nowhere' })
  expect((await nowhere.probe()).reason).toBe(
    "geniex is not here (looked for /nowhere/geniex). Install Qualcomm's GenieX, or point qairt.server_path at it.",
  )
})
