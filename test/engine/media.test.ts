import { afterAll, expect, test } from 'vitest'
import type { Placement } from '../../src/core/placement.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { image, sound } from '../fixtures/media.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded, modelFile } from './loaded.ts'

/** A llama.cpp build with libmtmd: without one, the packaged encoder is tried. */
const build = process.env.LLAMA_CPP_MTMD ?? null

const instances = new Map<string, Promise<EngineInstance>>()
function instance(model: string, projector: string, wish: Placement = {}): Promise<EngineInstance> {
  const key = JSON.stringify([model, projector, wish])
  const known = instances.get(key) ?? loaded(model, { slots: 4, projector, ...wish }, build)
  instances.set(key, known)
  return known
}
afterAll(async () => {
  await Promise.all([...instances.values()].map(async (each) => (await each).stop(10_000)))
})

const seeing = (wish?: Placement) => instance(models.seeing(), models.visionProjector(), wish)
const RED = image({ red: 250 })
const DARK = image({ red: 3 })
const STORY = 'one day a happy friend said that the tree is big and '.repeat(4)

/** A question with images or sounds in it, answered greedily. */
function about(...media: (typeof RED | ReturnType<typeof sound>)[]) {
  return { prompt: `${STORY}${media.map(({ mark }) => mark).join(' and ')} what is it`, maxTokens: 8, media }
}

test('a model with a projector says what it reads, and one without reads text', async () => {
  expect((await seeing()).capabilities.media).toEqual({ image: true, audioRate: null })
  const hearing = await instance(models.random(), models.audioProjector())
  expect(hearing.capabilities.media).toEqual({ image: false, audioRate: 16_000 })
})

test.each([
  ['one after the other', models.seeing(), models.visionProjector()],
  ['on a grid', models.gridRandom(), models.visionProjector('qwen2vl_merger')],
  ['that see each other', models.random(), models.visionProjector('gemma3')],
])('other images get other answers, and the same one the same, with rows %s', async (_, model, projector) => {
  const model_ = await instance(model, projector)
  const [red, dark] = [await generate(model_, about(RED)), await generate(model_, about(DARK))]
  expect(dark.text).not.toBe(red.text)
  // Beside the cells of both.
  expect((await generate(model_, about(RED))).text).toBe(red.text)
  const fresh = await loaded(model, { slots: 1, projector }, build)
  expect((await generate(fresh, about(RED))).text).toBe(red.text)
  await fresh.stop(10_000)
})

test('other sounds get other answers, and the same one the same', async () => {
  const hearing = await instance(models.random(), models.audioProjector())
  const [low, high] = [await generate(hearing, about(sound(220))), await generate(hearing, about(sound(3000)))]
  expect(high.text).not.toBe(low.text)
  expect((await generate(hearing, about(sound(220)))).text).toBe(low.text)
})

test('prompts share their cells up to an image that differs, and with the image if it is the same', async () => {
  const model = await loaded(models.seeing(), { slots: 4, projector: models.visionProjector() }, build)
  const before = (await generate(model, { prompt: STORY, maxTokens: 1 })).usage.promptTokens
  const first = await generate(model, about(RED))
  const other = await generate(model, about(DARK))
  const same = await generate(model, about(RED))
  const longer = await generate(model, { ...about(RED), prompt: `${about(RED).prompt}${first.text} and so on` })
  await model.stop(10_000)
  const total = first.usage.promptTokens
  expect(other.usage.promptTokens).toBe(total)
  // What libmtmd puts before an image is the same for both.
  expect(other.usage.cachedTokens).toBeGreaterThanOrEqual(before)
  expect(other.usage.cachedTokens).toBeLessThan(total - 20)
  expect(same.usage.cachedTokens).toBe(total - 1)
  expect(same.text).toBe(first.text)
  expect(longer.usage.cachedTokens).toBeGreaterThanOrEqual(total - 1)
})

test('an earlier image is remembered when another follows', async () => {
  const model = await seeing()
  const [both, swapped] = [await generate(model, about(RED, DARK)), await generate(model, about(DARK, RED))]
  expect(swapped.text).not.toBe(both.text)
  const turn = about(RED)
  const first = await generate(model, turn)
  const prompt = `${turn.prompt}${first.text} and then ${DARK.mark} what`
  const next = await generate(model, { prompt, maxTokens: 8, media: [RED, DARK] })
  expect(next.usage.cachedTokens).toBeGreaterThanOrEqual(first.usage.promptTokens - 1)
})

test('an image is read in tiles, as many as its shape makes', async () => {
  const model = await seeing()
  const square = await generate(model, about(RED))
  const wide = await generate(model, about(image({ red: 250, width: 256, height: 128 })))
  expect(square.usage.promptTokens).toBeGreaterThan(wide.usage.promptTokens)
})

test('answers beside each other are as they are alone, with images and without', async () => {
  const model = await seeing()
  const tasks = [
    about(RED),
    { prompt: `${STORY}what`, maxTokens: 8 },
    about(DARK),
    { prompt: `${STORY}who`, maxTokens: 8 },
  ]
  const alone: string[] = []
  for (const task of tasks) alone.push((await generate(model, task)).text)
  const fresh = await loaded(models.seeing(), { slots: 4, projector: models.visionProjector() }, build)
  const together = await Promise.all(tasks.map((task) => generate(fresh, task)))
  await fresh.stop(10_000)
  expect(together.map(({ text }) => text)).toEqual(alone)
})

test('the same request has the same answer where that is promised', async () => {
  const model = await loaded(
    models.seeing(),
    { slots: 2, deterministic: true, projector: models.visionProjector() },
    build,
  )
  const first = await generate(model, about(RED))
  await generate(model, about(DARK))
  expect((await generate(model, about(RED))).text).toBe(first.text)
  await model.stop(10_000)
})

test('a request that is cancelled while its image is read leaves the others alone', async () => {
  const model = await seeing()
  const expected = await generate(model, about(DARK))
  const cancel = new AbortController()
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  const large = about(image({ red: 77, width: 512, height: 512 }))
  const events = model.run({ kind: 'generate', sampling, ...large }, cancel.signal)
  const types: string[] = []
  for await (const { type } of events) {
    types.push(type)
    cancel.abort()
  }
  expect(types).not.toContain('finish')
  expect((await generate(model, about(DARK))).text).toBe(expected.text)
})

test('a prompt ending with an image is answered', async () => {
  const model = await seeing()
  const { usage } = await generate(model, { prompt: RED.mark, maxTokens: 4, media: [RED] })
  expect(usage.completionTokens).toBe(4)
})

test('an image that leaves no room for an answer is too long a prompt', async () => {
  const model = await loaded(
    models.seeing(),
    { slots: 1, contextTokens: 64, projector: models.visionProjector() },
    build,
  )
  const task = about(image({ red: 9, width: 512, height: 512 }))
  await expect(generate(model, task)).rejects.toMatchObject({ code: 'context_length_exceeded' })
  await model.stop(10_000)
})

test('a text-only model refuses media', async () => {
  const model = await loaded(models.random(), {}, build)
  await expect(generate(model, about(RED))).rejects.toMatchObject({ code: 'wrong_model_type' })
  await model.stop(10_000)
})

test.each([
  ['one made for another model', modelFile('demo'), models.visionProjector('gemma3'), /mmproj/],
  ['a model', models.mamba(), models.random(), /is no encoder \(mmproj\)/],
  ['no GGUF file', models.random(), import.meta.filename, /does not begin as a GGUF file/],
  ['nothing', models.random(), '/nowhere/mmproj.gguf', /there is no file \/nowhere\/mmproj\.gguf/],
])('a projector that is %s is refused in words', async (_, model, projector, words) => {
  await expect(loaded(model, { projector }, build)).rejects.toMatchObject({
    code: 'load_refused',
    param: 'mmproj',
    message: expect.stringMatching(words),
  })
})

test('the tokens of a prompt count the rows of its images', async () => {
  const model = await seeing()
  const { prompt, media } = about(RED)
  const { usage } = await generate(model, about(RED))
  const task = { kind: 'tokenize', text: prompt, media, addSpecial: true, parseSpecial: true } as const
  for await (const event of model.run(task, new AbortController().signal)) {
    if (event.type !== 'tokens') continue
    expect(event.ids).toHaveLength(usage.promptTokens)
    expect(event.ids.filter((id) => id < 0).length).toBeGreaterThan(0)
  }
})
