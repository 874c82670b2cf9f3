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
const BY_HEAD: Speculation = { kind: 'draft-mtp', maxTokens: 3, minTokens: 0, minProbability: 0 }
/** More than one slice. */
const LONG = 'the day and a tree '.repeat(130)
const PROMPTS = ['the friend went to play and mom said that', 'hello world what is your name', 'paris weather json yes']

let instance: EngineInstance
beforeAll(async () => {
  instance = await loaded(models.headed(), { slots: SLOTS, contextTokens: 2048 })
})
afterAll(() => instance.stop(10_000))

function ask(prompt: string, options: Partial<GenerateTask> = {}) {
  return generate(instance, { prompt, maxTokens: 90, ignoreEos: true, ...options })
}

/** Right guesses of all. */
function share({ speculation: { accepted, rejected } = { accepted: 0, rejected: 0 } }: Usage): number {
  return accepted / (accepted + rejected)
}

/** The builds of llama.cpp for other systems run no MTP layers. */
const runs = process.platform === 'linux'

describe.runIf(runs)('a model that guesses by its own MTP layer', () => {
  test('is right more often than not, and not always', async () => {
    for (const prompt of PROMPTS) {
      const plain = await ask(prompt)
      const guessed = await ask(prompt, { speculation: BY_HEAD })
      expect(guessed.text).toBe(plain.text)
      expect(plain.usage.speculation).toBeUndefined()
      expect(share(guessed.usage)).toBeGreaterThan(0.5)
      expect(share(guessed.usage)).toBeLessThan(1)
    }
  })

  test('beside others, some of which guess otherwise or not at all', async () => {
    const wishes: Partial<GenerateTask>[] = [
      { speculation: BY_HEAD },
      { speculation: { ...BY_HEAD, kind: 'ngram-simple' } },
      {},
      { speculation: BY_HEAD, maxTokens: 33, sampling: { ...NEUTRAL_SAMPLING, temperature: 0.8, seed: 5 } },
    ]
    const prompts = [...PROMPTS, `${LONG}so`]
    const plain = await Promise.all(prompts.map((prompt, at) => ask(prompt, { ...wishes[at], speculation: null })))
    const together = await Promise.all(prompts.map((prompt, at) => ask(prompt, wishes[at])))
    expect(together.map(({ text }) => text)).toEqual(plain.map(({ text }) => text))
    const [first, , third] = together
    expect(first && share(first.usage)).toBeGreaterThan(0.5)
    expect(third?.usage.speculation).toBeUndefined()
  })

  test('hears of a prompt of several slices, and of one that comes out of the cache', async () => {
    const prompt = `Once upon ${LONG}`
    const plain = await ask(prompt)
    const computed = await ask(`${prompt}`, { speculation: BY_HEAD })
    expect(computed.text).toBe(plain.text)
    // Nobody listened when the prompt was read first: it sees no further back than the end of it.
    expect(computed.usage.cachedTokens).toBeGreaterThan(600)

    const heard = `Twice upon ${LONG}`
    const first = await ask(heard, { speculation: BY_HEAD })
    expect(first.usage.cachedTokens).toBe(0)
    const goesOn = await ask(`${heard}${first.text}`, { speculation: BY_HEAD })
    expect(goesOn.usage.cachedTokens).toBeGreaterThan(600)
    for (let other = 0; other < SLOTS; other++) await ask(`${other} ${'you can see '.repeat(80)}`)
    const shelved = await ask(heard, { speculation: BY_HEAD })
    expect(shelved.usage.cachedTokens).toBeGreaterThan(600)
    expect(shelved.text).toBe(first.text)
    // From the shelf come the cells of the MTP layer, too.
    expect(shelved.usage.speculation).toEqual(first.usage.speculation)
  })

  test('guesses less where it is unsure, and nothing that is too short to check', async () => {
    const prompt = PROMPTS[0] as string
    const { usage: bold } = await ask(prompt, { speculation: BY_HEAD })
    const unsure = await ask(prompt, { speculation: { ...BY_HEAD, minProbability: 0.9 } })
    expect(share(unsure.usage)).toBeGreaterThan(share(bold))
    const never = await ask(prompt, { speculation: { ...BY_HEAD, maxTokens: 2, minTokens: 3 } })
    expect(never.usage.speculation).toEqual({ accepted: 0, rejected: 0 })
  })

  test('is cancelled like any other, and the next is as if it had not been', async () => {
    const prompt = PROMPTS[1] as string
    const whole = await ask(prompt, { speculation: BY_HEAD })
    const abort = new AbortController()
    const task: GenerateTask = {
      kind: 'generate',
      prompt,
      sampling: { ...NEUTRAL_SAMPLING, temperature: 0 },
      maxTokens: null,
      ignoreEos: true,
      speculation: BY_HEAD,
    }
    for await (const event of instance.run(task, abort.signal)) if (event.type === 'guess-progress') abort.abort()
    expect((await ask(prompt, { speculation: BY_HEAD })).text).toBe(whole.text)
  })
})

describe.runIf(runs)('is refused by name', () => {
  const refusal = async (path: string, speculation = BY_HEAD) => {
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

  test.each([
    ['of a model without MTP layers', modelFile('demo'), 'the model carries no MTP layers.'],
    ['of a file that names one and lacks it', models.headed(false), 'lacks their tensor blk.2.nextn.eh_proj.weight.'],
  ])('%s', async (_, path, words) => {
    expect(await refusal(path)).toMatchObject({
      code: 'invalid_value',
      param: 'spec_type',
      details: { reason: expect.stringContaining(words) },
    })
  })
})

test.runIf(runs)('over HTTP: the same text, streamed or not, and its counts', async () => {
  const { program, url } = await serving('--model', `${models.headed()}=headed`, '--model', `${modelFile('demo')}=demo`)
  const post = (body: object) =>
    fetch(`${url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'headed', prompt: PROMPTS[0], max_tokens: 60, temperature: 0, ...body }),
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
    const guessed = await read({ spec_type: 'draft-mtp', spec_n_max: 4 })
    expect(guessed.choices[0]?.text).toBe(plain.choices[0]?.text)
    const counts = guessed.usage.completion_tokens_details
    expect(counts?.accepted_prediction_tokens).toBeGreaterThan(0)
    expect(counts?.rejected_prediction_tokens).toBeGreaterThan(0)
    const streamed = await (await post({ spec_type: 'draft-mtp', stream: true })).text()
    const pieces = [...streamed.matchAll(/^data: (\{.*\})$/gm)].map(([, json]) => JSON.parse(json as string))
    expect(pieces.map(({ choices }) => choices[0]?.text ?? '').join('')).toBe(plain.choices[0]?.text)
    const refused = await post({ model: 'demo', spec_type: 'draft-mtp' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({
      error: { param: 'spec_type', message: expect.stringContaining('the model carries no MTP layers') },
    })
  } finally {
    await program.dispose()
  }
})
