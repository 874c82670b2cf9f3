import { describe, expect, test } from 'vitest'
import { characters, ranked } from '../../../test/fakes/characters.ts'
import { type FakeModel, failsAfter, hangs, type Reply, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { expectOpenAi } from '../../../test/openai-document.ts'
import { systemClock } from '../../core/clock.ts'
import type { TokenLogprob } from '../../core/event.ts'
import type { GenerateTask } from '../../core/task.ts'
import { type TextChunk, textChunkSchema, textCompletionSchema } from './response-schema.ts'

const model: FakeModel = { id: 'm', reply: says('The ', 'end.'), other: characters, capabilities: { logits: true } }
const shared = fakeServer({ models: [model] })

interface Asked {
  readonly status: number
  readonly text: string
  readonly tasks: readonly GenerateTask[]
  readonly error: { readonly message: string; readonly param: string | null; readonly code: string }
}

async function ask(fields: object, models?: readonly FakeModel[]): Promise<Asked> {
  const { app, scheduler } = models ? fakeServer({ models }) : shared
  scheduler.tasks.length = 0
  const payload = { model: 'm', prompt: 'Once', ...fields }
  const response = await app.inject({ method: 'POST', url: '/v1/completions', payload })
  const error = response.statusCode === 200 ? undefined : response.json().error
  return { status: response.statusCode, text: response.body, tasks: [...scheduler.tasks], error }
}

async function whole(fields: object, models?: readonly FakeModel[]) {
  const { status, text } = await ask(fields, models)
  expect([status, text]).toEqual([200, expect.anything()])
  return textCompletionSchema.strict().parse(JSON.parse(text))
}

async function streamed(fields: object, models?: readonly FakeModel[]): Promise<TextChunk[]> {
  const { text } = await ask({ stream: true, ...fields }, models)
  const frames = text.split('\n\n')
  expect(frames.slice(-2)).toEqual(['data: [DONE]', ''])
  return frames.slice(0, -2).map((frame) => textChunkSchema.strict().parse(JSON.parse(frame.slice('data: '.length))))
}

/** Says tokens with these logprobs, by the seed of the task when there are several rows. */
function saysLikely(...rows: readonly (readonly (readonly [text: string, logprob: number])[])[]): Reply {
  return async function* (task) {
    const row = rows[(task.sampling.seed ?? 0) % rows.length] ?? []
    yield { type: 'prompt-progress', done: 4, total: 4, cached: 0 }
    for (const [text, logprob] of row) {
      const token: TokenLogprob = { ...ranked(text, logprob), top: [ranked('.', -0.25)].slice(0, task.logprobs) }
      yield { type: 'text-delta', text, tokens: 1, ...(task.logprobs !== undefined && { logprobs: [token] }) }
    }
    yield { type: 'usage', promptTokens: 4, completionTokens: row.length, cachedTokens: 0 }
    yield { type: 'finish', reason: 'stop' }
  }
}

describe('a completion', () => {
  test('has everything, as documented', async () => {
    const completion = await whole({})
    expect(completion).toEqual({
      id: expect.stringMatching(/^cmpl-\d+$/),
      object: 'text_completion',
      created: 1_700_000_000,
      model: 'm',
      system_fingerprint: 'fp_fake',
      choices: [{ index: 0, text: 'The end.', logprobs: null, finish_reason: 'stop' }],
      usage: {
        prompt_tokens: 4,
        completion_tokens: 2,
        total_tokens: 6,
        prompt_tokens_details: { cached_tokens: 0 },
      },
    })
  })

  test('is what OpenAI documents', async (context) => {
    expectOpenAi(context, 'CreateCompletionResponse', await whole({}))
    expectOpenAi(context, 'CreateCompletionResponse', await whole({ logprobs: 2, n: 2, echo: true, prompt: 'a' }))
  })

  test('goes on from the prompt as it is, for 16 tokens unless told otherwise', async () => {
    const { tasks } = await ask({})
    expect(tasks).toEqual([
      {
        kind: 'generate',
        prompt: 'Once',
        maxTokens: 16,
        minTokens: 0,
        ignoreEos: false,
        sampling: expect.objectContaining({ temperature: 1, seed: null }),
      },
    ])
    const told = await ask({ max_tokens: 3, min_tokens: 2, ignore_eos: true, temperature: 0, logprobs: 0 })
    expect(told.tasks[0]).toMatchObject({ maxTokens: 3, minTokens: 2, ignoreEos: true, logprobs: 0 })
  })

  test.each([
    ['a text', 'ab', ['ab'], 2],
    ['texts', ['ab', 'c'], ['ab', 'c'], 3],
    ['tokens', [97, 98], [[97, 98]], 2],
    ['lists of tokens', [[97, 98], [99]], [[97, 98], [99]], 3],
  ])('takes %s', async (_, prompt, prompts, promptTokens) => {
    const { tasks, text } = await ask({ prompt })
    expect(tasks.map((task) => task.prompt)).toEqual(prompts)
    const { choices, usage } = JSON.parse(text)
    expect(choices.map((choice: { index: number }) => choice.index)).toEqual(prompts.map((_, index) => index))
    expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([promptTokens, 2 * prompts.length])
  })

  test('of n answers to each of two prompts has them in order, with seeds of their own', async () => {
    const { tasks, text } = await ask({ prompt: ['a', 'bc'], n: 2, seed: 7 })
    expect(tasks.map((task) => [task.prompt, task.sampling.seed])).toEqual([
      ['a', 7],
      ['a', 8],
      ['bc', 7],
      ['bc', 8],
    ])
    const { choices, usage } = JSON.parse(text)
    expect(choices.map((choice: { index: number }) => choice.index)).toEqual([0, 1, 2, 3])
    // A prompt counts once, however many answers it has.
    expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([3, 8])
  })

  test('ends before a stop string', async () => {
    const { choices } = await whole({ stop: [' e', ''] })
    expect(choices[0]).toMatchObject({ text: 'The', finish_reason: 'stop' })
  })

  test('is cut at max_tokens', async () => {
    const { choices, usage } = await whole({ max_tokens: 1 })
    expect(choices[0]).toMatchObject({ text: 'The ', finish_reason: 'length' })
    expect(usage.completion_tokens).toBe(1)
  })
})

describe('a stream', () => {
  test('says the same in pieces', async () => {
    const chunks = await streamed({})
    expect(chunks.map((chunk) => chunk.choices)).toEqual([
      [{ index: 0, text: 'The ', logprobs: null, finish_reason: null }],
      [{ index: 0, text: 'end.', logprobs: null, finish_reason: null }],
      [{ index: 0, text: '', logprobs: null, finish_reason: 'stop' }],
    ])
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1)
    expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false)
  })

  test('tells its usage last when asked, the same as a whole answer', async () => {
    const fields = { prompt: ['ab', 'c'], n: 2 }
    const chunks = await streamed({ ...fields, stream_options: { include_usage: true } })
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: (await whole(fields)).usage })
    expect(chunks.slice(0, -1).every((chunk) => chunk.usage === null)).toBe(true)
    const reasons = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.finish_reason !== null))
    expect(reasons.map((choice) => choice.index).toSorted()).toEqual([0, 1, 2, 3])
  })

  test('that fails midway ends with the error', async () => {
    const failing = failsAfter({ code: 'engine_error', details: { reason: 'x' }, param: null }, 'a')
    const { status, text } = await ask({ stream: true }, [{ id: 'm', reply: failing }])
    const frames = text.trimEnd().split('\n\n')
    expect([status, frames.length]).toEqual([200, 2])
    expect(JSON.parse(frames[1]?.slice('data: '.length) ?? '').error.code).toBe('engine_error')
  })

  test('that fails before its first piece has a status', async () => {
    const { status, error } = await ask({ stream: true, prompt: ['a', 'x'.repeat(1000)] })
    expect([status, error.code, error.param]).toEqual([400, 'context_length_exceeded', 'prompt.1'])
  })
})

describe('logprobs', () => {
  const likely: FakeModel = {
    id: 'm',
    reply: saysLikely([
      ['a', -1],
      ['é', -2],
      ['.', -0.25],
    ]),
  }

  test('are told in the older form, offsets in characters', async () => {
    const completion = await whole({ logprobs: 1 }, [likely])
    expect(completion.choices[0]).toEqual({
      index: 0,
      text: 'aé.',
      finish_reason: 'stop',
      logprobs: {
        tokens: ['a', 'é', '.'],
        token_logprobs: [-1, -2, -0.25],
        top_logprobs: [{ '.': -0.25, a: -1 }, { '.': -0.25, é: -2 }, { '.': -0.25 }],
        text_offset: [0, 1, 2],
      },
    })
  })

  test('with no alternatives are those of the tokens themselves', async () => {
    const { choices } = await whole({ logprobs: 0 }, [likely])
    expect(choices[0]?.logprobs?.top_logprobs).toEqual([{ a: -1 }, { é: -2 }, { '.': -0.25 }])
  })

  test('go on through a stream', async () => {
    const chunks = await streamed({ logprobs: 0 }, [likely])
    const pieces = chunks.flatMap(({ choices }) => choices.map(({ logprobs }) => logprobs))
    expect(pieces.map((piece) => piece?.text_offset)).toEqual([[0], [1], [2], undefined])
  })

  test('of what a stop string cut off are not told', async () => {
    const { choices } = await whole({ logprobs: 0, stop: '.' }, [likely])
    expect([choices[0]?.text, choices[0]?.logprobs?.tokens]).toEqual(['aé', ['a', 'é']])
  })

  test('that the engine refuses are refused by name', async () => {
    const { status, error } = await ask({ logprobs: 1 }, [{ ...likely, refused: ['logprobs'] }])
    expect([status, error.code, error.param]).toEqual([400, 'unsupported_parameter', 'logprobs'])
    const chosen = await ask({ best_of: 2 }, [{ ...likely, refused: ['logprobs'] }])
    expect([chosen.status, chosen.error.param]).toEqual([400, 'best_of'])
  })
})

describe('best_of', () => {
  const rows = [
    [['a', -3]],
    [
      ['b', -1],
      ['c', -1.5],
    ],
    [['d', -2]],
  ] as const
  const choosing: FakeModel = { id: 'm', reply: saysLikely(...rows) }

  test('returns the likeliest by the token, and counts all', async () => {
    const { choices, usage } = await whole({ best_of: 3, n: 2, seed: 0 }, [choosing])
    expect(choices.map(({ index, text, logprobs }) => [index, text, logprobs])).toEqual([
      [0, 'bc', null],
      [1, 'd', null],
    ])
    expect(usage.completion_tokens).toBe(4)
  })

  test('of as many as wanted leaves them as they came', async () => {
    const { tasks, text } = await ask({ best_of: 3, n: 3, seed: 0 }, [choosing])
    expect(JSON.parse(text).choices.map((choice: { text: string }) => choice.text)).toEqual(['a', 'bc', 'd'])
    expect(tasks[0]).not.toHaveProperty('logprobs')
  })
})

describe('echo', () => {
  test('puts the prompt first', async () => {
    expect((await whole({ echo: true })).choices[0]?.text).toBe('OnceThe end.')
    expect((await whole({ echo: true, prompt: [72, 105] })).choices[0]?.text).toBe('HiThe end.')
  })

  test('is the first piece of each choice of a stream', async () => {
    const chunks = await streamed({ echo: true, prompt: ['a', 'bc'], n: 2 })
    for (const [index, echo] of [
      [0, 'a'],
      [1, 'a'],
      [2, 'bc'],
      [3, 'bc'],
    ] as const) {
      const own = chunks.flatMap(({ choices }) => choices.filter((choice) => choice.index === index))
      expect(own.map(({ text }) => text)).toEqual([echo, 'The ', 'end.', ''])
    }
  })

  test('with logprobs and no tokens to generate tells how likely the prompt is', async () => {
    const { tasks, text } = await ask({ echo: true, max_tokens: 0, logprobs: 1, prompt: 'abc' })
    expect(tasks).toEqual([])
    const { choices, usage } = textCompletionSchema.parse(JSON.parse(text))
    // The fake's logprob after position p is -p / 8; BOS, which the client didn't send, is at position 0.
    expect(choices).toEqual([
      {
        index: 0,
        text: 'abc',
        finish_reason: 'length',
        logprobs: {
          tokens: ['a', 'b', 'c'],
          token_logprobs: [0, -1 / 8, -2 / 8],
          top_logprobs: [
            { '.': -0.5, a: 0 },
            { '.': -0.5, b: -1 / 8 },
            { '.': -0.5, c: -2 / 8 },
          ],
          text_offset: [0, 1, 2],
        },
      },
    ])
    expect([usage.prompt_tokens, usage.completion_tokens]).toEqual([4, 0])
  })

  test('of tokens has no logprob for the first, which follows nothing', async () => {
    const { choices } = await whole({ echo: true, max_tokens: 0, logprobs: 0, prompt: [97, 98] })
    expect(choices[0]?.logprobs).toEqual({
      tokens: ['a', 'b'],
      token_logprobs: [null, 0],
      top_logprobs: [null, { b: 0 }],
      text_offset: [0, 1],
    })
  })

  test('with logprobs needs a model that tells logits', async () => {
    const { status, error } = await ask({ echo: true, logprobs: 1 }, [{ ...model, capabilities: {} }])
    expect([status, error.code, error.param]).toEqual([400, 'unsupported_parameter', 'echo'])
  })

  test('without tokens to generate refuses a prompt over the context', async () => {
    const { status, error } = await ask({ max_tokens: 0, prompt: ['a', 'x'.repeat(1000)] })
    expect([status, error.code, error.param]).toEqual([400, 'context_length_exceeded', 'prompt.1'])
    expect(error.message).toContain('1001 tokens')
  })
})

describe('suffix', () => {
  const marks = { prefix: '<PRE>', suffix: '<SUF>', middle: '<MID>' }

  test('has the model fill the gap', async () => {
    const { tasks, text } = await ask({ suffix: 'end' }, [{ ...model, fillInTokens: marks }])
    expect(tasks[0]?.prompt).toBe('<PRE>Once<SUF>end<MID>')
    expect(JSON.parse(text).choices[0].text).toBe('The end.')
  })

  test('is refused where the model has no tokens for it, empty or not', async () => {
    for (const suffix of ['end', '']) {
      const { status, error } = await ask({ suffix })
      expect([status, error.code, error.param]).toEqual([400, 'unsupported_parameter', 'suffix'])
    }
  })

  test('needs a prompt that is text', async () => {
    const { status, error } = await ask({ suffix: 'end', prompt: [1, 2] }, [{ ...model, fillInTokens: marks }])
    expect([status, error.param]).toEqual([400, 'prompt'])
  })
})

test.each<[string, object]>([
  ['prompt', { prompt: undefined }],
  ['prompt', { prompt: null }],
  ['prompt', { prompt: [] }],
  ['prompt.0', { prompt: [[]] }],
  ['prompt', { prompt: {} }],
  ['prompt.1', { prompt: ['a', 1] }],
  ['prompt', { prompt: Array(17).fill('a'), n: 128 }],
  ['max_tokens', { max_tokens: -1 }],
  ['n', { n: 0 }],
  ['best_of', { best_of: 1, n: 2 }],
  ['best_of', { best_of: 2, stream: true }],
  ['logprobs', { logprobs: 21 }],
  ['logprobs', { logprobs: true }],
  ['echo', { echo: true, suffix: 'x' }],
  ['stream_options', { stream_options: { include_usage: true } }],
  ['temperature', { temperature: 3 }],
])('%s is named for %j', async (param, fields) => {
  const { status, error } = await ask(fields)
  expect([status, error.param]).toEqual([400, param])
})

test('null is the same as absent', async () => {
  const names = ['suffix', 'max_tokens', 'n', 'best_of', 'echo', 'logprobs', 'stop', 'stream', 'seed', 'user']
  const { status, tasks } = await ask(Object.fromEntries(names.map((name) => [name, null])))
  expect([status, tasks[0]?.maxTokens]).toEqual([200, 16])
})

test('a client that leaves ends the work', async () => {
  const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: hangs }], serverClock: systemClock })
  const leaving = new AbortController()
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/v1/completions`
  const body = JSON.stringify({ model: 'm', prompt: ['a', 'b'] })
  const headers = { 'content-type': 'application/json' }
  const asked = fetch(url, { method: 'POST', headers, body, signal: leaving.signal }).catch(() => 'left')
  await expect.poll(() => scheduler.running, { timeout: 20_000 }).toBe(2)
  leaving.abort()
  expect(await asked).toBe('left')
  await expect.poll(() => scheduler.running, { timeout: 20_000 }).toBe(0)
  app.server.closeAllConnections()
  await app.close()
})
