import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PLAIN_CHAT } from '../../src/core/chat.ts'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { createQairtDriver } from '../../src/engine/drivers/qairt/driver.ts'
import { collect, NEVER } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { CONTEXT, GENIEX, writeBundle } from '../native/genie/build.ts'
import { builtRuntime } from './built-runtime.ts'
import { chatTask, echoed } from './chat-tasks.ts'
import { startInstances } from './instances.ts'

const folder = scratch()
const driver = createQairtDriver({ runtime: builtRuntime, libraryPath: null, serverPath: GENIEX })
const good = writeBundle(folder, 'good', 'good')
const startInstance = startInstances()

const start = (path = good, wish: Placement = {}) => startInstance(driver, path, wish)

test('a bundle is served from a store made of links to its files, on the NPU, for as long as it is loaded', async () => {
  const instance = await start()
  const { flags, manifest } = await echoed(instance)
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
  expect(await echoed(instance)).toMatchObject({
    model: 'qualcomm/Qwen3-4B',
    flags: { 'data-dir': join(folder, 'geniex') },
  })
  expect(instance.capabilities.media.image).toBe(true)
})

test('the context is the bundle’s, whatever is wished for', async () => {
  expect((await start(good, { contextTokens: 64 })).capabilities).toMatchObject({ contextTokens: CONTEXT, slots: 1 })
  expect(driver.remarks?.({ compute: { take: 'first', units: [{ kind: 'gpu' }] }, contextTokens: 64 })).toEqual([
    { about: ['compute'], words: expect.stringMatching(/on the NPU.*\(gpu\)/) },
    { about: ['contextTokens'], words: expect.stringContaining('its own context, whatever is asked for (64 tokens)') },
  ])
})

test('fields go under GenieX’s names, and what it would pass over is refused', async () => {
  const instance = await start()
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0, repetitionPenalty: 1.2 }
  const reasoning = { ...PLAIN_CHAT.reasoning, enabled: false }
  const body = await echoed(instance, { sampling, reasoning, maxTokens: 9, stop: ['x'] })
  expect(body).toMatchObject({
    temperature: -1,
    repetition_penalty: 1.2,
    max_completion_tokens: 9,
    enable_think: false,
  })
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['stop']))
  expect((await echoed(instance)).max_completion_tokens).toBe(CONTEXT)
  const tools = [{ name: 'f', description: null, parameters: {} }]
  const events = await collect(instance.run(chatTask('Echo', { tools, toolChoice: 'required' }), NEVER))
  expect(events.at(-1)).toMatchObject({ error: { code: 'unsupported_parameter', param: 'tool_choice' } })
  expect(instance.capabilities.parameters).toMatchObject({ constraint: 'refused', seed: 'enforced' })
})

test('a program that is missing is told with where it was looked for', async () => {
  const nowhere = createQairtDriver({ runtime: builtRuntime, libraryPath: null, serverPath: '/nowhere' })
  expect((await nowhere.probe()).reason).toBe(
    "geniex is not here (looked for /nowhere/geniex). Install Qualcomm's GenieX, or point qairt.server_path at it.",
  )
})
