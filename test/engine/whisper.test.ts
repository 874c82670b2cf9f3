import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineEvent, Segment } from '../../src/core/event.ts'
import type { TranscribeTask } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { createWhisperDriver } from '../../src/engine/drivers/whisper/driver.ts'
import { collect, generate, NEVER } from '../conformance/drivers/subject.ts'
import { scratch } from '../fakes/scratch.ts'
import { sound } from '../fixtures/media.ts'
import { buildWhisper } from '../fixtures/whisper.ts'
import { builtRuntime } from './built-runtime.ts'

const folder = scratch()
const driver = createWhisperDriver({ runtime: builtRuntime, libraryPath: null })
const ENGLISH_ONLY = 51_864

function file(name: string, bytes: Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function start(path: string): Promise<EngineInstance> {
  const facts = await driver.recognise(path)
  if (facts === null) throw new Error(`${path} is not recognised`)
  return driver.start(driver.plan('m', facts, { threads: 1 }, { cores: 1 }), { signal: NEVER, onProgress() {} })
}

async function withModel<T>(bytes: Buffer, work: (instance: EngineInstance) => Promise<T>): Promise<T> {
  const instance = await start(file('ggml-test.bin', bytes))
  try {
    return await work(instance)
  } finally {
    await instance.stop(10_000)
  }
}

/** In German, so that nothing has to be guessed about that. */
function task(hertz: number, wishes: Partial<TranscribeTask> = {}): TranscribeTask {
  const plain = { language: 'de', prompt: '', temperature: 0, translate: false, words: false }
  return { kind: 'transcribe', sound: sound(hertz), ...plain, ...wishes }
}

const hear = async (instance: EngineInstance, wanted: TranscribeTask) => collect(instance.run(wanted, NEVER))
const segmentsOf = (events: readonly EngineEvent[]) =>
  events.filter((event): event is Segment => event.type === 'segment')
const textOf = (events: readonly EngineEvent[]) =>
  segmentsOf(events)
    .map(({ text }) => text)
    .join('')

test('another sound is another text, and the same one the same, with its language, times and numbers', async () => {
  await withModel(buildWhisper(), async (instance) => {
    expect(instance.capabilities).toMatchObject({ transcribe: true, generate: false, media: { audioRate: 16_000 } })
    expect(instance.model.engineVersion).toMatch(/^whisper\.cpp 1\.9\./)
    const [low, high, again] = [
      await hear(instance, task(220)),
      await hear(instance, task(3000)),
      await hear(instance, task(220)),
    ]
    expect(textOf(low)).not.toBe(textOf(high))
    // How sure whisper.cpp is that nothing was said depends on what it heard before.
    const certain = (events: readonly EngineEvent[]) => segmentsOf(events).map(({ silence: _, ...rest }) => rest)
    expect(certain(again)).toEqual(certain(low))
    expect(segmentsOf(low).every(({ silence }) => silence >= 0 && silence <= 1)).toBe(true)
    expect(low.map(({ type }) => type).filter((type) => type !== 'segment')).toEqual(['language', 'usage', 'finish'])
    expect(low).toContainEqual({ type: 'language', code: 'de' })
    const [first] = segmentsOf(low)
    expect(first?.ids.length).toBeGreaterThan(0)
    expect(first?.logprob).toBeLessThanOrEqual(0)
    expect(first?.words).toEqual([])
  })
})

test('words have times, in order and within their segment', async () => {
  await withModel(buildWhisper(), async (instance) => {
    const [first] = segmentsOf(await hear(instance, task(220, { words: true })))
    expect(first?.words.map(({ word }) => word).join(' ')).toBe(first?.text.trim())
    const times = first?.words.flatMap(({ start, end }) => [start, end]) ?? []
    expect(times.length).toBeGreaterThan(2)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})

test('a language is heard, or wished for, or refused where the model does not know it', async () => {
  const languageIn = (events: readonly EngineEvent[]) => events.find(({ type }) => type === 'language')
  const refused = { type: 'error', error: { code: 'unsupported_parameter', param: 'language' } }
  await withModel(buildWhisper(), async (instance) => {
    expect(languageIn(await hear(instance, task(220, { language: null })))).toMatchObject({ code: expect.any(String) })
    expect(await hear(instance, task(220, { language: 'xx' }))).toMatchObject([refused])
  })
  await withModel(buildWhisper({ tokens: ENGLISH_ONLY }), async (instance) => {
    expect(languageIn(await hear(instance, task(220, { language: null })))).toMatchObject({ code: 'en' })
    expect(await hear(instance, task(220))).toMatchObject([refused])
  })
})

test('a task that is cancelled ends without a word, and the next one is heard', async () => {
  await withModel(buildWhisper(), async (instance) => {
    const expected = textOf(await hear(instance, task(3000)))
    const cancel = new AbortController()
    const events = collect(instance.run(task(220, { language: null }), cancel.signal))
    cancel.abort()
    expect(await events).toEqual([])
    expect(textOf(await hear(instance, task(3000)))).toBe(expected)
  })
})

test.each([
  ['letters without a space', 'p'.repeat(100_000)],
  ['Chinese', '你'.repeat(10_000)],
  ['letters of two bytes', 'é'.repeat(10_000)],
  ['words', 'so it goes '.repeat(10_000)],
])('a prompt of many %s is heeded', async (_, prompt) => {
  await withModel(buildWhisper(), async (instance) => {
    const events = await hear(instance, task(220, { prompt }))
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })
})

test('of a prompt its end counts', async () => {
  await withModel(buildWhisper(), async (instance) => {
    const end = 'w7 '.repeat(600)
    const [long, short] = [
      await hear(instance, task(220, { prompt: `${'w3 '.repeat(2000)}${end}` })),
      await hear(instance, task(220, { prompt: end })),
    ]
    expect(textOf(long)).toBe(textOf(short))
  })
})

test('it answers no conversations', async () => {
  await withModel(buildWhisper(), async (instance) => {
    const said = await collect(instance.run(generate('hello', 2), NEVER))
    expect(said).toMatchObject([{ type: 'error', error: { code: 'wrong_model_type' } }])
  })
})

/** Where its header says how wide it is. */
const WIDTH_AT = 12

test.each([
  ['cut short', buildWhisper().subarray(0, -100_000), 'it is cut short'],
  ['narrower than it says', buildWhisper().fill(64, WIDTH_AT, WIDTH_AT + 1), 'has wrong size in model file'],
])('a file that is %s is refused in words', async (name, bytes, words) => {
  await expect(start(file(`${name}.bin`, bytes))).rejects.toMatchObject({
    code: 'model_load_failed',
    message: expect.stringContaining(words),
  })
})
