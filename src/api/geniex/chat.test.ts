import { describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, says, tells, thinksAndCalls } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const MODEL: FakeModel = { id: 'org/m:Q4_0', reply: says('Hello') }

/** Asks GenieX's chat completions of a server that has this model. */
async function ask(fields: object, model: FakeModel = MODEL) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const payload = { model: model.id, messages: [{ role: 'user', content: 'hi' }], ...fields }
  const answer = await app.inject({ method: 'POST', url: '/geniex/v1/chat/completions', payload })
  const { 'x-trivet-warnings': warnings } = answer.headers
  return { status: answer.statusCode, body: answer.body, warnings, scheduler, task: scheduler.tasks[0] }
}

const events = (body: string) => body.split('\n\n').slice(0, -1)
const chunksOf = (body: string) =>
  events(body)
    .filter((event) => event !== 'data: [DONE]')
    .map((event) => JSON.parse(event.slice('data: '.length)))

describe('what is taken for granted', () => {
  test("is GenieX's, and weaker than what the model was set up with or the client says", async () => {
    const plain = (await ask({})).task
    const usual = { temperature: 0.8, topK: 40, topP: 0.95, minP: 0.05, repetitionPenalty: 1 }
    expect(plain).toMatchObject({ maxTokens: 2048, sampling: usual })
    expect((await ask({ top_k: 0, min_p: 0 })).task?.sampling).toMatchObject({ topK: 0, minP: 0 })
    const setUp = { ...MODEL, defaults: { temperature: 0.3, max_tokens: 7 } }
    expect((await ask({}, setUp)).task).toMatchObject({ maxTokens: 7, sampling: { temperature: 0.3, topP: 0.95 } })
    expect((await ask({ temperature: 1, max_tokens: 5 }, setUp)).task).toMatchObject({
      maxTokens: 5,
      sampling: { temperature: 1 },
    })
  })

  test('is left out where the engine can not do it, and refused only when somebody asks for it', async () => {
    const poor: FakeModel = { ...MODEL, refused: ['temperature', 'minP'] }
    const { task, warnings } = await ask({}, poor)
    expect([task?.sampling, warnings]).toMatchObject([{ temperature: 1, topK: 40, topP: 0.95, minP: 0 }, undefined])
    for (const [name, value] of Object.entries({ temperature: 0.8, min_p: 0.05 })) {
      const { status, body } = await ask({ [name]: value }, poor)
      expect([status, JSON.parse(body)]).toEqual([400, { error: expect.stringContaining(name), code: -100016 }])
    }
    const setUp = await ask({}, { ...poor, defaults: { min_p: 0.2 } })
    expect(setUp.status).toBe(400)
  })

  test('goes unheeded without a word, as long as nobody sent it', async () => {
    expect((await ask({})).warnings).toBeUndefined()
    expect((await ask({ enable_think: true })).warnings).toBe('ignored: enable_think')
  })

  test('max_completion_tokens is over its older name, and a window holds the answer', async () => {
    const { task, scheduler } = await ask({ max_completion_tokens: 600, max_tokens: 5, nctx: 512 })
    expect(task?.maxTokens).toBe(600)
    expect(scheduler.wishes).toEqual([{ contextTokens: 600 }])
  })

  test('any negative temperature is the greediest, a repetition penalty of 0 none, and all layers are all', async () => {
    const { task, scheduler } = await ask({ temperature: -1, repetition_penalty: 0, ngl: -999 })
    expect(task?.sampling).toMatchObject({ temperature: 0, repetitionPenalty: 1 })
    expect(scheduler.wishes).toEqual([{ gpuLayers: -1 }])
  })
})

describe('bounds of the document are held', () => {
  test.each([
    { temperature: 2.1 },
    { top_p: 1.1 },
    { top_p: -0.1 },
    { presence_penalty: 2.5 },
    { frequency_penalty: -2.5 },
    { top_k: -1 },
    { min_p: 1.5 },
    { repetition_penalty: 101 },
    { max_completion_tokens: 0 },
    { nctx: -1 },
    { spec_n_max: 0 },
    { spec_n_min: -1 },
    { spec_p_min: 2 },
    { compute: 'tpu' },
    { spec_type: 'draft-nothing' },
    { stream: 'yes' },
  ])('%j is a 400 that names it', async (fields) => {
    const { status, body } = await ask(fields)
    expect([status, JSON.parse(body)]).toEqual([
      400,
      { error: expect.stringContaining(Object.keys(fields)[0] ?? ''), code: -100001 },
    ])
  })

  test.each([
    { repetition_penalty: 100 },
    { nctx: 0 },
    { compute: 'HTP0,HTP1' },
    { compute: 'HYBRID' },
    { compute: '' },
    { spec_type: '' },
    { stream_options: { include_usage: true } },
  ])('%j is not', async (fields) => {
    expect((await ask(fields)).status).toBe(200)
  })
})

describe('a request without messages, or with a system message alone', () => {
  test.each([{ messages: [] }, { messages: null }, { messages: [{ role: 'system', content: 'Be brief.' }] }])(
    '%j loads the model with what was wished, and answers null',
    async (fields) => {
      const { status, body, scheduler } = await ask({ ...fields, nctx: 300, stream: true })
      expect([status, body, scheduler.wishes, scheduler.tasks]).toEqual([200, 'null', [{ contextTokens: 300 }], []])
    },
  )

  test('of a model that is not there says so', async () => {
    expect((await ask({ messages: [], model: 'x' })).status).toBe(400)
  })
})

describe('errors', () => {
  test('a model that is not there is a 400, and so is a precision that is not', async () => {
    const missing = await ask({ model: 'no/such' })
    expect([missing.status, JSON.parse(missing.body).code]).toEqual([400, -100004])
    const precision = await ask({ model: 'org/m:Q8_0' }, { ...MODEL, id: 'org/m' })
    expect([precision.status, JSON.parse(precision.body)]).toEqual([
      400,
      { error: expect.stringContaining('precision `Q8_0`'), code: -100001 },
    ])
  })

  test('a prompt that is too long is an object with usage, also where a stream was wanted', async () => {
    for (const stream of [false, true]) {
      const { status, body } = await ask({ messages: [{ role: 'user', content: 'x'.repeat(2000) }], stream })
      const { error, usage } = JSON.parse(body)
      expect([status, error.code, usage.prompt_tokens > 1000]).toEqual([400, 'context_length_exceeded', true])
    }
  })

  test('one within a stream is told as an event, before [DONE]', async () => {
    const failing = failsAfter({ code: 'engine_error', details: { reason: 'no.' }, param: null }, 'Hel', 'lo')
    const { body } = await ask({ stream: true }, { ...MODEL, reply: failing })
    expect(events(body).slice(-2)).toEqual([
      'data: {"error":"The engine reported an error: no.","code":-200101}',
      'data: [DONE]',
    ])
  })
})

describe('answers', () => {
  test('have nothing null in them', async () => {
    const { choices } = JSON.parse((await ask({})).body)
    expect(choices).toEqual([{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }])
  })

  test('keep thinking in the text, unless it is to be apart or the text is to be of a form', async () => {
    const formats = ['none', ' None ', '', null]
    for (const reasoning_format of formats) {
      expect((await ask({ reasoning_format })).status).toBe(200)
    }
    const thinking = { ...MODEL, reply: tells([{ type: 'text-delta', text: '<think>why</think>so', tokens: 3 }]) }
    const message = async (fields: object) => JSON.parse((await ask(fields, thinking)).body).choices[0].message
    expect(await message({})).toEqual({ role: 'assistant', content: '<think>why</think>so' })
    const apart = { role: 'assistant', content: 'so', reasoning_content: 'why' }
    expect(await message({ reasoning_format: 'deepseek' })).toEqual(apart)
    expect(await message({ reasoning_format: ' Auto' })).toEqual(apart)
    expect(await message({ enable_json: true })).toEqual(apart)
    expect(await message({ enable_json: true, reasoning_format: 'none' })).toMatchObject({
      content: '<think>why</think>so',
    })
  })

  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }]
  const weather = { name: 'get_weather', arguments: '{"city":"Paris"}' }

  test('that only call a tool have an empty text', async () => {
    const call = thinksAndCalls().filter((event) => event.type.startsWith('tool-call'))
    const { body } = await ask({ tools }, { ...MODEL, reply: tells(call, { reason: 'tool-calls' }) })
    expect(JSON.parse(body).choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: '', tool_calls: [{ type: 'function', function: weather }] },
    })
  })

  test('stream a call in one piece', async () => {
    const reply = tells(thinksAndCalls(), { reason: 'tool-calls' })
    const { body } = await ask({ tools, stream: true }, { ...MODEL, reply })
    const calls = chunksOf(body).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])
    expect(calls).toEqual([{ index: 0, id: expect.any(String), type: 'function', function: weather }])
    expect(chunksOf(body).at(-1).choices[0]).toEqual({ index: 0, delta: {}, finish_reason: 'tool_calls' })
  })

  test('end with usage when it was asked for, and say nothing of it otherwise', async () => {
    const asked = chunksOf((await ask({ stream: true, stream_options: { include_usage: true } })).body)
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 1 } })
    expect(asked.slice(0, -1).some((chunk) => 'usage' in chunk)).toBe(false)
    expect(chunksOf((await ask({ stream: true })).body).some((chunk) => 'usage' in chunk)).toBe(false)
  })
})

describe('messages', () => {
  const call = { name: 'f', arguments: '{"a":1}' }
  const prompt = async (turn: object, result: object) => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', ...turn },
      { role: 'tool', content: 'done', ...result },
    ]
    const { task, warnings, status } = await ask({ messages })
    expect([status, warnings]).toEqual([200, undefined])
    return task?.prompt
  }

  test('need no ids of calls, and may have the older form of one', async () => {
    const full = await prompt({ tool_calls: [{ id: 'c', type: 'function', function: call }] }, { tool_call_id: 'c' })
    expect(full).toContain('done')
    expect(await prompt({ tool_calls: [{ function: call }] }, { name: 'f' })).toBe(full)
    expect(await prompt({ function_call: call, content: null }, {})).toBe(full)
  })

  test('without content are refused', async () => {
    expect((await ask({ messages: [{ role: 'user', content: null }] })).status).toBe(400)
  })
})
