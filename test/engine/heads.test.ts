import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorReport } from '../../src/core/errors.ts'
import type { Usage } from '../../src/core/event.ts'
import { NEUTRAL_SAMPLING } from '../../src/core/sampling.ts'
import type { GenerateTask, Speculation } from '../../src/core/task.ts'
import type { EngineInstance } from '../../src/engine/driver.ts'
import { models } from '../fixtures/models.ts'
import { generate, loaded, modelFile } from './loaded.ts'
import { serving } from './serving.ts'

const SLOTS = 4
/** The builds of llama.cpp for other systems can't run heads. */
const runs = process.platform === 'linux'
/** More than one slice. */
const LONG = 'the day and a tree '.repeat(130)
const PROMPTS = ['the friend went to play and mom said that', 'hello world what is your name', 'paris weather json yes']

const BY_MTP: Speculation = { kind: 'draft-mtp', maxTokens: 3, minTokens: 0, minProbability: 0 }
const BY_EAGLE: Speculation = { ...BY_MTP, kind: 'draft-eagle3', draftModel: models.eagle() }

/** Right guesses of all. */
function share(...usages: readonly Usage[]): number {
  const sum = (part: 'accepted' | 'rejected') =>
    usages.reduce((total, { speculation }) => total + (speculation?.[part] ?? 0), 0)
  return sum('accepted') / (sum('accepted') + sum('rejected'))
}

/** What llama-server 0.5 accepts of its guesses, with the same files, prompts and bounds. */
const THEIRS = { mtp: 175 / 269, eagle: 165 / 297 }

describe.runIf(runs).each<[string, string, Speculation, number]>([
  ['its own MTP layer', models.headed(), BY_MTP, THEIRS.mtp],
  ['an EAGLE-3 draft', models.even(), BY_EAGLE, THEIRS.eagle],
  ['its own MTP layer with experts', models.headedGlm(), BY_MTP, THEIRS.mtp],
])('a model that guesses by %s', (_, path, speculation, theirs) => {
  let instance: EngineInstance
  beforeAll(async () => {
    instance = await loaded(path, { slots: SLOTS, contextTokens: 2048 })
  })
  afterAll(() => instance.stop(10_000))

  const ask = (prompt: string, options: Partial<GenerateTask> = {}) =>
    generate(instance, { prompt, maxTokens: 90, ignoreEos: true, ...options })

  test('is right as often as in llama-server, and the text is the same', async () => {
    const usages: Usage[] = []
    for (const prompt of PROMPTS) {
      // First, so that the head hears of all of the prompt: nothing of it comes out of the cache.
      const guessed = await ask(prompt, { speculation })
      const plain = await ask(prompt)
      expect(guessed.text).toBe(plain.text)
      expect(plain.usage.speculation).toBeUndefined()
      usages.push(guessed.usage)
    }
    expect(Math.abs(share(...usages) - theirs)).toBeLessThan(0.02)
  })

  test('beside others, some of which guess otherwise or not at all', async () => {
    const wishes: Partial<GenerateTask>[] = [
      { speculation, maxTokens: 33, sampling: { ...NEUTRAL_SAMPLING, temperature: 0.8, seed: 5 } },
      { speculation: { ...speculation, kind: 'ngram-simple' } },
      {},
      { speculation },
    ]
    const prompts = [...PROMPTS, `${LONG}so`]
    const plain = await Promise.all(prompts.map((prompt, at) => ask(prompt, { ...wishes[at], speculation: null })))
    const together = await Promise.all(prompts.map((prompt, at) => ask(prompt, wishes[at])))
    expect(together.map(({ text }) => text)).toEqual(plain.map(({ text }) => text))
    const [sampled, , plainly, long] = together.map(({ usage }) => usage.speculation)
    expect(sampled?.accepted).toBeGreaterThan(0)
    expect(plainly).toBeUndefined()
    expect(long?.accepted).toBeGreaterThan(0)
  })

  test('hears of a prompt of several slices, and of one that comes out of the cache', async () => {
    const prompt = `Once upon ${LONG}`
    const plain = await ask(prompt)
    const computed = await ask(prompt, { speculation })
    expect(computed.text).toBe(plain.text)
    // Nobody listened when the prompt was read first: it sees no further back than the end of it.
    expect(computed.usage.cachedTokens).toBeGreaterThan(600)

    const heard = `Twice upon ${LONG}`
    const first = await ask(heard, { speculation })
    expect(first.usage.cachedTokens).toBe(0)
    const goesOn = await ask(`${heard}${first.text}`, { speculation })
    expect(goesOn.usage.cachedTokens).toBeGreaterThan(600)
    for (let other = 0; other < SLOTS; other++) await ask(`${other} ${'you can see '.repeat(80)}`)
    const shelved = await ask(heard, { speculation })
    expect(shelved.usage.cachedTokens).toBeGreaterThan(600)
    expect(shelved.text).toBe(first.text)
    // From the shelf come the head's cells, too.
    expect(shelved.usage.speculation).toEqual(first.usage.speculation)
  })

  test('guesses less where it is unsure, and nothing that is too short to check', async () => {
    const prompt = PROMPTS[0] as string
    const { usage: bold } = await ask(prompt, { speculation })
    const unsure = await ask(prompt, { speculation: { ...speculation, minProbability: 0.9 } })
    expect(share(unsure.usage)).toBeGreaterThan(share(bold))
    const never = await ask(prompt, { speculation: { ...speculation, minTokens: speculation.maxTokens + 1 } })
    expect(never.usage.speculation).toEqual({ accepted: 0, rejected: 0 })
  })

  test('is cancelled like any other, and the next is as if it had not been', async () => {
    const prompt = PROMPTS[1] as string
    const whole = await ask(prompt, { speculation })
    const abort = new AbortController()
    const task: GenerateTask = {
      kind: 'generate',
      prompt,
      sampling: { ...NEUTRAL_SAMPLING, temperature: 0 },
      maxTokens: null,
      ignoreEos: true,
      speculation,
    }
    for await (const event of instance.run(task, abort.signal)) if (event.type === 'guess-progress') abort.abort()
    expect((await ask(prompt, { speculation })).text).toBe(whole.text)
  })
})

test.runIf(runs)('where so many run that there is no room for guesses, a head listens until there is', async () => {
  const many = 8
  const instance = await loaded(models.headed(), { slots: many, contextTokens: 512 })
  const ask = (options: Partial<GenerateTask>) =>
    Promise.all(
      Array.from({ length: many }, (_, at) =>
        generate(instance, {
          prompt: `${PROMPTS[1]} ${at}`,
          maxTokens: at === 0 ? 300 : 200,
          ignoreEos: true,
          ...options,
        }),
      ),
    )
  const [plain, guessed] = [await ask({}), await ask({ speculation: BY_MTP })]
  await instance.stop(10_000)
  expect(guessed.map(({ text }) => text)).toEqual(plain.map(({ text }) => text))
  const [longest] = guessed
  expect(longest && share(longest.usage)).toBeGreaterThan(0.5)
})

describe.runIf(runs)('is refused by name', () => {
  const refusal = async (path: string, speculation: Speculation) => {
    const other = await loaded(path, { slots: 1, contextTokens: 512 })
    const refused = await generate(other, { prompt: 'hello', maxTokens: 4, speculation }).then(
      () => null,
      (error: ErrorReport) => error,
    )
    const { text } = await generate(other, { prompt: 'hello', maxTokens: 4 })
    expect(text.length).toBeGreaterThan(0)
    await other.stop(10_000)
    return refused
  }

  const noDraft: Speculation = { ...BY_MTP, kind: 'draft-eagle3' }
  const forAnother = { ...BY_EAGLE, draftModel: models.eagle(32) }
  test.each<[string, string, Speculation, string, string]>([
    ['a model without MTP layers', modelFile('demo'), BY_MTP, 'spec_type', 'the model carries no MTP layers.'],
    ['a file that names one and lacks it', models.headed(false), BY_MTP, 'spec_type', 'lacks their tensor blk.2.nextn'],
    ['no draft', models.even(), noDraft, 'spec_draft_model', 'Speculation by `draft-eagle3` needs a draft model'],
    [
      'a draft for another model',
      models.even(),
      forAnother,
      'spec_draft_model',
      'for a model 32 wide, and this one is 64.',
    ],
    [
      'a model that tells nothing',
      models.headed(),
      BY_EAGLE,
      'spec_draft_model',
      'tells EAGLE-3 drafts nothing of models of the architecture hy_v3.',
    ],
    [
      'a draft of another kind',
      models.even(),
      { ...BY_EAGLE, kind: 'draft-simple' },
      'spec_type',
      'drafts by `draft-eagle3`, not by `draft-simple`.',
    ],
  ])('%s', async (_, path, speculation, param, words) => {
    expect(await refusal(path, speculation)).toMatchObject({
      code: 'invalid_value',
      param,
      details: { reason: expect.stringContaining(words) },
    })
  })
})

test.runIf(runs)('a model that is loaded with an EAGLE-3 draft guesses by it unasked', async () => {
  const instance = await loaded(models.even(), { slots: 1, contextTokens: 512, draftModel: models.eagle() })
  const ask = (options: Partial<GenerateTask>) =>
    generate(instance, { prompt: PROMPTS[0] as string, maxTokens: 40, ignoreEos: true, ...options })
  const [guessed, plain] = [await ask({}), await ask({ speculation: null })]
  await instance.stop(10_000)
  expect(guessed.text).toBe(plain.text)
  expect(guessed.usage.speculation?.accepted).toBeGreaterThan(0)
})

test.runIf(runs).each([
  ['draft-mtp', models.headed(), {}],
  ['draft-eagle3', models.even(), { spec_draft_model: basename(models.eagle()) }],
])('%s over HTTP: the same text, streamed or not, and its counts', async (spec_type, path, draft) => {
  const { program, url } = await serving('--model', `${path}=it`, '--model', `${modelFile('demo')}=demo`)
  const speculation = { spec_type, ...draft }
  const post = (body: object) =>
    fetch(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'it', prompt: PROMPTS[0], max_tokens: 60, temperature: 0, ...body }),
    })
  try {
    const read = async (body: object) =>
      (await (await post(body)).json()) as {
        choices: { text: string }[]
        usage: {
          completion_tokens_details?: { accepted_prediction_tokens: number; rejected_prediction_tokens: number }
        }
      }
    const plain = await read({})
    const guessed = await read({ ...speculation, spec_n_max: 4 })
    expect(guessed.choices[0]?.text).toBe(plain.choices[0]?.text)
    const counts = guessed.usage.completion_tokens_details
    expect(counts?.accepted_prediction_tokens).toBeGreaterThan(0)
    expect(counts?.rejected_prediction_tokens).toBeGreaterThan(0)
    const streamed = await (await post({ ...speculation, stream: true })).text()
    const pieces = [...streamed.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json as string))
    expect(pieces.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(plain.choices[0]?.text)
    const refused = await post({ model: 'demo', ...speculation })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { param: expect.stringMatching(/^spec_/) } })
  } finally {
    await program.dispose()
  }
})
