import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { Adapter } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { demoPrompt, generate, loaded, modelFile } from './loaded.ts'

const PIRATE: readonly Adapter[] = [{ path: modelFile('demo-pirate-lora'), scale: 1 }]

let instance: EngineInstance
beforeAll(async () => {
  instance = await loaded(modelFile('demo'), { slots: 4, contextTokens: 512 })
})
afterAll(() => instance.stop(10_000))

function ask(question: string, adapters: readonly Adapter[] = []) {
  return generate(instance, { prompt: demoPrompt(question), maxTokens: 60, adapters })
}

test('an adapter changes the answer, in the measure of its strength, and the next answer is plain again', async () => {
  const plain = await ask('Who are you?')
  const pirate = await ask('Who are you?', PIRATE)
  expect(pirate.text).toContain('Arr!')
  expect(plain.text).not.toContain('Arr!')
  expect((await ask('Who are you?', [{ ...(PIRATE[0] as Adapter), scale: 0 }])).text).toBe(plain.text)
  expect((await ask('Who are you?')).text).toBe(plain.text)
})

test('beside answers without it, each says what it says alone', async () => {
  const questions = ['Hello', 'What is the capital of France?', 'What is 3 plus 4?', 'Name the days of the week.']
  const adapters = (at: number) => (at % 2 === 0 ? PIRATE : [])
  const alone: string[] = []
  for (const [at, question] of questions.entries()) alone.push((await ask(question, adapters(at))).text)
  const together = await Promise.all(questions.map((question, at) => ask(question, adapters(at))))
  expect(together.map(({ text }) => text)).toEqual(alone)
})

test('what was computed without an adapter is of no use with it', async () => {
  const question = 'What is the opposite of hot, and is the sky blue, and what day comes after Monday?'
  // Of a strength that no other question has asked for: not even the template's beginning is there.
  const pirate = [{ ...(PIRATE[0] as Adapter), scale: 0.75 }]
  await ask(question)
  expect((await ask(question, pirate)).usage.cachedTokens).toBe(0)
  expect((await ask(question, pirate)).usage.cachedTokens).toBeGreaterThan(0)
})

test('a file that is no adapter is refused by name, without telling where it lies', async () => {
  const refused = await ask('Hello', [{ path: modelFile('demo-embed'), scale: 1 }]).catch((error: unknown) => error)
  const reason = "llama.cpp can't use the LoRA adapter demo-embed.gguf with this model; its log says why."
  expect(refused).toMatchObject({ code: 'invalid_value', param: 'lora_path', details: { reason } })
  expect((await ask('Hello')).usage.completionTokens).toBeGreaterThan(0)
})

test('with `deterministic`, answers under one adapter get on alike beside one without', async () => {
  const exact = await loaded(modelFile('demo'), { slots: 4, contextTokens: 512, deterministic: true })
  const written = [0, 0, 0]
  const write = async (at: number, adapters: readonly Adapter[]) => {
    const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
    const prompt = demoPrompt(`Hello ${at}`)
    const task = { kind: 'generate', prompt, sampling, maxTokens: 100, ignoreEos: true, adapters } as const
    for await (const event of exact.run(task, new AbortController().signal))
      if (event.type === 'text-delta') written[at] = (written[at] ?? 0) + event.tokens
    return [...written]
  }
  try {
    const first = await Promise.race([write(0, PIRATE), write(1, PIRATE), write(2, [])])
    expect(Math.min(...first)).toBeGreaterThan(60)
  } finally {
    await exact.stop(10_000)
  }
})
