import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorReport } from '../../src/core/errors.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import { type GenerateTask, SPECULATION_KINDS, type Speculation } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { models } from '../fixtures/models.ts'
import { demoPrompt, generate, loaded, modelFile } from './loaded.ts'

/** A text that comes back word for word, so that there is much to guess right. */
const REPEAT = 'Repeat after me: the red fox sees the blue house and the red fox sees the blue house and the red fox.'

let instance: EngineInstance
/** With an MTP layer, and one with an EAGLE-3 draft, which the demo model hasn't. */
let headed: EngineInstance
let even: EngineInstance
beforeAll(async () => {
  const wish = { slots: 4, contextTokens: 512 }
  const files = [modelFile('demo'), models.headed(), models.even()]
  ;[instance, headed, even] = (await Promise.all(files.map((file) => loaded(file, wish)))) as [
    EngineInstance,
    EngineInstance,
    EngineInstance,
  ]
})
afterAll(() => Promise.all([instance, headed, even].map((each) => each.stop(10_000))))

function ask(question: string, options: Partial<GenerateTask> = {}) {
  return askOf(instance, question, options)
}

function askOf(of: EngineInstance, question: string, options: Partial<GenerateTask>) {
  return generate(of, { prompt: demoPrompt(question), maxTokens: 60, ...options })
}

function by(kind: Speculation['kind'], more: Partial<Speculation> = {}): Speculation {
  const drafts: Partial<Record<Speculation['kind'], string>> = {
    'draft-simple': modelFile('demo-draft'),
    'draft-eagle3': models.eagle(),
  }
  const draftModel = drafts[kind]
  const draft = draftModel === undefined ? {} : { draftModel }
  return { kind, maxTokens: 4, minTokens: 0, minProbability: 0, ...draft, ...more }
}

/** The builds of llama.cpp for other systems can't run these. */
const HEADS: readonly Speculation['kind'][] = process.platform === 'linux' ? [] : ['draft-mtp', 'draft-eagle3']
const KINDS = SPECULATION_KINDS.filter((kind) => !HEADS.includes(kind))

describe.each(KINDS)('%s', (kind) => {
  const ask = (question: string, options: Partial<GenerateTask>) =>
    askOf(kind === 'draft-mtp' ? headed : kind === 'draft-eagle3' ? even : instance, question, options)

  test('writes the text that is written without, and some of its guesses are right', async () => {
    const plain = await ask(REPEAT, { ignoreEos: true })
    expect(plain.usage.speculation).toBeUndefined()
    expect(plain.usage.completionTokens).toBe(60)
    // A pool that answers fill has something to say from the second answer on.
    for (let time = 0; time < 2; time++) {
      const guessed = await ask(REPEAT, { ignoreEos: true, speculation: by(kind) })
      expect(guessed.text).toBe(plain.text)
      expect(guessed.usage.completionTokens).toBe(60)
      if (time === 1) expect(guessed.usage.speculation?.accepted).toBeGreaterThan(0)
    }
  })

  test('beside others, with a seed, and for as many tokens as are wanted', async () => {
    const sampling = { ...NEUTRAL_SAMPLING, temperature: 0.7, seed: 7 }
    const wishes = [5, 17, 31].map((maxTokens) => ({ maxTokens, ignoreEos: true, sampling }))
    const plain = await Promise.all(wishes.map((wish) => ask(REPEAT, wish)))
    const guessed = await Promise.all([
      ...wishes.map((wish) => ask(REPEAT, { ...wish, speculation: by(kind) })),
      ask('Hello', { maxTokens: 20 }),
    ])
    expect(guessed.slice(0, 3).map(({ text }) => text)).toEqual(plain.map(({ text }) => text))
    expect(guessed.slice(0, 3).map(({ usage }) => usage.completionTokens)).toEqual([5, 17, 31])
  })
})

test('a model that drafts for itself is nearly always right, and a guess ends where it is unsure', async () => {
  const itself = { draftModel: modelFile('demo') }
  const sure = await ask(REPEAT, { speculation: by('draft-simple', itself) })
  const { accepted = 0, rejected = 0 } = sure.usage.speculation ?? {}
  expect(accepted).toBeGreaterThan(4 * rejected)
  const unsure = await ask(REPEAT, { speculation: by('draft-simple', { ...itself, minProbability: 1 }) })
  expect(unsure.text).toBe(sure.text)
  const { accepted: some = 0, rejected: wrong = 0 } = unsure.usage.speculation ?? {}
  expect(some + wrong).toBeLessThan(accepted + rejected)
})

test('what a limit cuts off is counted, and each text comes after the counts that hold if it is the last', async () => {
  const speculation = by('draft-simple', { draftModel: modelFile('demo') })
  const sampling = { ...NEUTRAL_SAMPLING, temperature: 0 }
  const counts: unknown[] = []
  const task: GenerateTask = { kind: 'generate', prompt: demoPrompt(REPEAT), sampling, maxTokens: 9, speculation }
  for await (const event of instance.run(task, new AbortController().signal)) {
    if (event.type === 'guess-progress') counts.push([event.accepted, event.rejected])
    if (event.type === 'text-delta') counts.push(event.tokens)
    if (event.type === 'usage') counts.push(event.speculation)
  }
  // A token of its own, four that were guessed, one of its own; then two more guesses, for three would be too many.
  const four = [[1, 3], 1, [2, 2], 1, [3, 1], 1, [4, 0], 1]
  const two = [[5, 1], 1, [6, 0], 1]
  expect(counts).toEqual([1, ...four, 1, ...two, 1, { accepted: 6, rejected: 0 }])
})

test('a guess that comes out shorter than is worth checking is not checked', async () => {
  const { usage } = await ask(REPEAT, { speculation: by('ngram-simple', { maxTokens: 4, minTokens: 5 }) })
  expect(usage.speculation).toEqual({ accepted: 0, rejected: 0 })
})

test('a predicted text is followed, and found again after a change', async () => {
  const plain = await ask(REPEAT)
  const words = plain.text.split(' ')
  const prediction = [...words.slice(0, 6), 'green', ...words.slice(7)].join(' ')
  const followed = await ask(REPEAT, { prediction })
  expect(followed.text).toBe(plain.text)
  const { accepted = 0 } = followed.usage.speculation ?? {}
  expect(accepted).toBeGreaterThan(followed.usage.completionTokens / 2)
  const misled = await ask(REPEAT, { prediction: '9 8 7' })
  expect(misled.text).toBe(plain.text)
  expect(misled.usage.speculation?.accepted).toBe(0)
})

test('logprobs are told of every token, guessed or not', async () => {
  const logprobs = async (options: Partial<GenerateTask>) => {
    const ids: number[] = []
    const task: GenerateTask = {
      kind: 'generate',
      prompt: REPEAT,
      sampling: { ...NEUTRAL_SAMPLING, temperature: 0 },
      maxTokens: 30,
      ignoreEos: true,
      logprobs: 0,
      ...options,
    }
    for await (const event of instance.run(task, new AbortController().signal)) {
      if (event.type === 'text-delta') ids.push(...(event.logprobs ?? []).map(({ id }) => id))
    }
    return ids
  }
  const plain = await logprobs({})
  expect(plain).toHaveLength(30)
  expect(await logprobs({ speculation: by('ngram-cache') })).toEqual(plain)
})

test('a draft model that can not be used is refused by name, and another time it may work', async () => {
  const refusal = (draftModel: string) =>
    ask(REPEAT, { speculation: by('draft-simple', { draftModel }) }).then(
      () => null,
      (error: ErrorReport) => error,
    )
  expect(await refusal(models.random())).toMatchObject({
    code: 'invalid_value',
    param: 'spec_draft_model',
    details: { reason: expect.stringContaining('tokens, and the model has') },
  })
  expect(await refusal('/nowhere/draft.gguf')).toMatchObject({ code: 'invalid_value', param: 'spec_draft_model' })
  const { speculation } = (await ask(REPEAT, { speculation: by('draft-simple') })).usage
  expect(speculation).toBeDefined()
})

test.each([
  ['of another vocabulary', modelFile('demo'), models.random(), /random\S* can't draft for this model/],
  ['that is not there', modelFile('demo'), '/nowhere/draft.gguf', /draft\.gguf/],
  ['for a model that makes embeddings', models.embedder(), modelFile('demo-draft'), /it makes embeddings/],
])('a model is not loaded with a draft model %s', async (_, model, draftModel, message) => {
  const refusal = { code: 'load_refused', status: 400, param: 'draft_model', message: expect.stringMatching(message) }
  await expect(loaded(model, { draftModel })).rejects.toMatchObject(refusal)
})
