import { describe, expect, test } from 'vitest'
import { type FakeModel, failsAfter, says, tells, thinksAndCalls, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const M = 'fake-model'
const CREATED = 1_700_000_000
const hello: FakeModel = { id: M, reply: says('Hello', ' there'), other: tokenizes }
const caller: FakeModel = { id: M, reply: tells(thinksAndCalls(), { reason: 'tool-calls', cached: 4 }) }
const PROMPT_TOKENS = '<user>hi<assistant>'.length

const weather = { type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} }, strict: true }

function server(model: FakeModel = hello) {
  const { app, scheduler } = fakeServer({ models: [model] })
  const post = (body: object, path = '') =>
    app.inject({ method: 'POST', url: `/v1/responses${path}`, payload: { model: M, ...body } })
  const stream = async (body: object) => events((await post({ ...body, stream: true })).body)
  return { app, scheduler, post, stream, prompt: () => scheduler.tasks.at(-1)?.prompt }
}

interface Event {
  readonly type: string
  readonly [field: string]: unknown
}

/** The events of a stream, with the name of each `event:` line and the numbers checked. */
function events(body: string): Event[] {
  const frames = body.trimEnd().split('\n\n')
  return frames.map((frame, index) => {
    const [name = '', data = ''] = frame.split('\n')
    const event = JSON.parse(data.slice('data: '.length))
    expect([name, event.sequence_number]).toEqual([`event: ${event.type}`, index])
    return event
  })
}

function withoutNumbers(all: readonly Event[]): object[] {
  return all.map(({ sequence_number: _, ...event }) => event)
}

describe('a response', () => {
  test('says what was asked and what was answered', async () => {
    const response = await server().post({ input: 'hi', metadata: { a: 'b' }, temperature: 0.5 })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        id: 'resp-3',
        object: 'response',
        created_at: CREATED,
        completed_at: CREATED,
        status: 'completed',
        background: false,
        error: null,
        incomplete_details: null,
        instructions: null,
        max_output_tokens: null,
        max_tool_calls: null,
        metadata: { a: 'b' },
        model: M,
        output: [
          {
            id: 'msg-4',
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text: 'Hello there', annotations: [], logprobs: [] }],
          },
        ],
        parallel_tool_calls: true,
        previous_response_id: null,
        reasoning: { effort: null, summary: null },
        service_tier: 'default',
        store: true,
        temperature: 0.5,
        text: { format: { type: 'text' }, verbosity: 'medium' },
        tool_choice: 'auto',
        tools: [],
        top_logprobs: 0,
        top_p: 1,
        truncation: 'disabled',
        usage: {
          input_tokens: PROMPT_TOKENS,
          input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
          output_tokens: 2,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: PROMPT_TOKENS + 2,
        },
      },
    ])
  })

  test('that was cut is incomplete', async () => {
    const { status, incomplete_details, output, completed_at } = (
      await server().post({ input: 'hi', max_output_tokens: 1 })
    ).json()
    expect([status, incomplete_details, output[0].status, completed_at]).toEqual([
      'incomplete',
      { reason: 'max_output_tokens' },
      'incomplete',
      null,
    ])
  })

  test('counts cached and reasoning tokens', async () => {
    const { usage } = (await server(caller).post({ input: 'hi', tools: [weather] })).json()
    expect(usage).toMatchObject({ input_tokens_details: { cached_tokens: 4 }, output_tokens: 8 })
    const thinker: FakeModel = { id: M, reply: says('<think>', 'hm', '</think>', 'Hi') }
    const { output, usage: thought } = (await server(thinker).post({ input: 'hi' })).json()
    expect(output).toMatchObject([{ content: [{ text: 'hm' }] }, { content: [{ text: 'Hi' }] }])
    expect([thought.output_tokens, thought.output_tokens_details]).toEqual([4, { reasoning_tokens: 3 }])
  })
})

describe('a stream', () => {
  test('of text has the whole order', async () => {
    const all = await server().stream({ input: 'hi' })
    const place = { item_id: 'msg-4', output_index: 0, content_index: 0 }
    const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
    const item = { id: 'msg-4', type: 'message', role: 'assistant' }
    const done = { ...item, status: 'completed', content: [part('Hello there')] }
    expect(withoutNumbers(all)).toEqual([
      {
        type: 'response.created',
        response: expect.objectContaining({ id: 'resp-3', status: 'in_progress', output: [] }),
      },
      { type: 'response.in_progress', response: expect.not.objectContaining({ usage: expect.anything() }) },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...place, part: part('') },
      { type: 'response.output_text.delta', ...place, delta: 'Hello', logprobs: [] },
      { type: 'response.output_text.delta', ...place, delta: ' there', logprobs: [] },
      { type: 'response.output_text.done', ...place, text: 'Hello there', logprobs: [] },
      { type: 'response.content_part.done', ...place, part: part('Hello there') },
      { type: 'response.output_item.done', output_index: 0, item: done },
      {
        type: 'response.completed',
        response: expect.objectContaining({ id: 'resp-3', model: M, created_at: CREATED, output: [done] }),
      },
    ])
  })

  test('of reasoning, text and a call has an item each', async () => {
    const all = withoutNumbers(await server(caller).stream({ input: 'hi', tools: [weather] }))
    const reasoning = { id: 'rs-4', type: 'reasoning', summary: [] }
    const thought = { item_id: 'rs-4', output_index: 0, content_index: 0 }
    const call = { id: 'fc-6', type: 'function_call', call_id: 'call-1', name: 'get_weather' }
    const place = { item_id: 'fc-6', output_index: 2 }
    const text = 'They want the weather.'
    const thoughts = { ...reasoning, status: 'completed', content: [{ type: 'reasoning_text', text }] }
    const called = { ...call, status: 'completed', arguments: '{"city":"Paris"}' }
    expect(all.slice(2, 9)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...reasoning, status: 'in_progress', content: [] },
      },
      { type: 'response.content_part.added', ...thought, part: { type: 'reasoning_text', text: '' } },
      { type: 'response.reasoning_text.delta', ...thought, delta: 'They want' },
      { type: 'response.reasoning_text.delta', ...thought, delta: ' the weather.' },
      { type: 'response.reasoning_text.done', ...thought, text },
      { type: 'response.content_part.done', ...thought, part: { type: 'reasoning_text', text } },
      { type: 'response.output_item.done', output_index: 0, item: thoughts },
    ])
    expect(all.slice(-6)).toEqual([
      { type: 'response.output_item.added', output_index: 2, item: { ...call, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...place, delta: '{"city":' },
      { type: 'response.function_call_arguments.delta', ...place, delta: '"Paris"}' },
      {
        type: 'response.function_call_arguments.done',
        ...place,
        name: 'get_weather',
        arguments: '{"city":"Paris"}',
      },
      { type: 'response.output_item.done', output_index: 2, item: called },
      {
        type: 'response.completed',
        response: expect.objectContaining({
          output: [thoughts, expect.objectContaining({ type: 'message' }), called],
          tools: [{ ...weather, description: null }],
        }),
      },
    ])
  })

  test('that is cut ends as incomplete, its item too', async () => {
    const all = await server().stream({ input: 'hi', max_output_tokens: 1 })
    expect(all.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'incomplete' } })
    expect(all.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        usage: { output_tokens: 1 },
      },
    })
  })

  test('that fails midway ends as failed, and is kept so', async () => {
    const details = { model: M, how: 'SIGSEGV', lastLine: 'abort' }
    const broken: FakeModel = { id: M, reply: failsAfter({ code: 'engine_crashed', details, param: null }, 'Hel') }
    const { app, stream, post } = server(broken)
    const all = await stream({ input: 'hi' })
    const error = { code: 'server_error', message: expect.stringContaining('ended unexpectedly (SIGSEGV)') }
    expect(all.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed', error } })
    expect((await app.inject('/v1/responses/resp-3')).json()).toMatchObject({ status: 'failed', error })
    const whole = await post({ input: 'hi' })
    expect([whole.statusCode, whole.json().error.code]).toEqual([500, 'engine_crashed'])
  })

  test('has logprobs when asked for them', async () => {
    const token = (text: string, logprob: number) => ({ id: 1, bytes: Buffer.from(text).toString('base64'), logprob })
    const logprobs = [{ ...token('Hé', -0.1), top: [token('Hé', -0.1), token('Ho', -2)] }]
    const { scheduler, stream } = server({
      id: M,
      reply: tells([{ type: 'text-delta', text: 'Hé', tokens: 1, logprobs }]),
    })
    const all = await stream({ input: 'hi', include: ['message.output_text.logprobs'], top_logprobs: 2 })
    const encoded = [
      {
        token: 'Hé',
        bytes: [72, 195, 169],
        logprob: -0.1,
        top_logprobs: [
          { token: 'Hé', bytes: [72, 195, 169], logprob: -0.1 },
          { token: 'Ho', bytes: [72, 111], logprob: -2 },
        ],
      },
    ]
    const kept = all.filter((event) => 'logprobs' in event).map((event) => event.logprobs)
    expect(kept).toEqual([encoded, encoded])
    expect(all.at(-2)).toMatchObject({ item: { content: [{ logprobs: encoded }] } })
    expect(scheduler.tasks[0]?.logprobs).toBe(2)
  })
})

describe('the prompt', () => {
  test('is made of items of every kind', async () => {
    const { post, prompt } = server()
    const response = await post({
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: 'Weather?' },
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.', annotations: [] }] },
        { type: 'function_call', call_id: 'c1', name: 'get_weather', arguments: '{"city":"Rome"}' },
        { type: 'function_call', call_id: 'c2', name: 'get_weather', arguments: '{"city":"Oslo"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'sunny' },
        { type: 'function_call_output', call_id: 'c2', output: [{ type: 'input_text', text: 'snow' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'So?' }] },
      ],
    })
    expect(response.statusCode).toBe(200)
    expect(prompt()).toBe(
      '<system>Be brief.<user>Weather?<assistant>I look.(get_weather {"city": "Rome"})(get_weather {"city": "Oslo"})' +
        '<tool>sunny<tool>snow<user>So?<assistant>',
    )
  })

  test('has the reasoning that was handed over sealed', async () => {
    const { post } = server(caller)
    const include = ['reasoning.encrypted_content']
    const { output } = (await post({ input: 'hi', tools: [weather], store: false, include })).json()
    const [{ encrypted_content }] = output
    const reads = server({ ...hello, chatTemplate: '{% for m in messages %}{{ m.reasoning_content }}|{% endfor %}' })
    await reads.post({
      input: [
        { type: 'reasoning', summary: [], encrypted_content },
        { role: 'user', content: 'x' },
      ],
    })
    expect(reads.prompt()).toBe('They want the weather.||')
  })
})

describe('memory', () => {
  test('a response is read again, gone on from, and deleted', async () => {
    const { app, post, prompt } = server()
    const first = (await post({ input: 'hi', instructions: 'Be brief.' })).json()
    expect((await app.inject(`/v1/responses/${first.id}`)).json()).toEqual(first)
    const second = (await post({ input: 'more', previous_response_id: first.id })).json()
    expect(prompt()).toBe('<user>hi<assistant>Hello there<user>more<assistant>')
    expect(second.previous_response_id).toBe(first.id)
    await post({ input: 'third', previous_response_id: second.id })
    expect(prompt()).toBe('<user>hi<assistant>Hello there<user>more<assistant>Hello there<user>third<assistant>')

    const deleted = await app.inject({ method: 'DELETE', url: `/v1/responses/${first.id}` })
    expect(deleted.json()).toEqual({ id: first.id, object: 'response', deleted: true })
    const gone = await app.inject(`/v1/responses/${first.id}`)
    expect([gone.statusCode, gone.json().error.code]).toEqual([404, 'response_not_found'])
    expect((await post({ input: 'still', previous_response_id: second.id })).statusCode).toBe(200)
  })

  test('one response may be gone on from twice', async () => {
    const { post, scheduler } = server()
    const { id } = (await post({ input: 'hi' })).json()
    await Promise.all(['a', 'b'].map((input) => post({ input, previous_response_id: id })))
    expect(scheduler.tasks.slice(1).map((task) => task.prompt)).toEqual(
      ['a', 'b'].map((input) => `<user>hi<assistant>Hello there<user>${input}<assistant>`),
    )
  })

  test.each([
    ['was not stored', { store: false }],
    ['never was', null],
  ])('what %s can not be gone on from', async (_, fields) => {
    const { post } = server()
    const id = fields === null ? 'resp-x' : (await post({ input: 'hi', ...fields })).json().id
    const response = await post({ input: 'more', previous_response_id: id })
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      {
        message: `There is no stored response \`${id}\` to go on from. It was deleted, has expired, or was never stored.`,
        type: 'invalid_request_error',
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      },
    ])
  })

  test('an item is referred to by its id', async () => {
    const { post, prompt } = server()
    const { output } = (await post({ input: 'hi' })).json()
    await post({
      input: [
        { type: 'item_reference', id: output[0].id },
        { role: 'user', content: 'more' },
      ],
    })
    expect(prompt()).toBe('<assistant>Hello there<user>more<assistant>')
    const unknown = await post({ input: [{ type: 'item_reference', id: 'msg-x' }] })
    expect([unknown.statusCode, unknown.json().error.param]).toEqual([400, 'input.0'])
  })

  test('what a response was made from is listed page by page', async () => {
    const { app, post } = server()
    const input = ['a', 'b', 'c'].map((text) => ({ role: 'user', content: text }))
    const { id } = (await post({ input })).json()
    const list = async (query: string) => (await app.inject(`/v1/responses/${id}/input_items?${query}`)).json()
    const texts = (page: { data: { content: { text: string }[] }[] }) => page.data.map((item) => item.content[0]?.text)
    const first = await list('limit=2&order=asc')
    expect([texts(first), first.has_more, first.first_id, first.last_id]).toEqual([['a', 'b'], true, 'msg-2', 'msg-3'])
    const second = await list(`limit=2&order=asc&after=${first.last_id}`)
    expect([texts(second), second.has_more]).toEqual([['c'], false])
    expect(texts(await list(''))).toEqual(['c', 'b', 'a'])
    expect((await list('limit=0')).error.param).toBe('limit')
    expect((await list('after=nope')).error.param).toBe('after')
  })

  test('the events are told again, from anywhere', async () => {
    const { app, stream } = server()
    const all = await stream({ input: 'hi' })
    const again = await app.inject('/v1/responses/resp-3?stream=true')
    expect(again.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(events(again.body)).toEqual(all)
    const rest = await app.inject('/v1/responses/resp-3?stream=true&starting_after=7')
    expect(rest.body).toBe(
      all
        .slice(8)
        .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
        .join(''),
    )
  })
})

describe('the input alone', () => {
  test('is counted', async () => {
    const { post, scheduler } = server()
    const response = await post({ input: 'hi', instructions: 'Be brief.' }, '/input_tokens')
    expect(response.json()).toEqual({
      object: 'response.input_tokens',
      input_tokens: '<system>Be brief.<user>hi<assistant>'.length,
    })
    expect(scheduler.tasks).toEqual([])
  })

  test('is made shorter, and gone on from', async () => {
    const { post, prompt } = server()
    const input = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Long talk.' },
    ]
    const compacted = (await post({ input }, '/compact')).json()
    expect(prompt()).toMatch(/^<user>hi<assistant>Long talk\.<user>Summarize the conversation/)
    expect(compacted).toMatchObject({
      object: 'response.compaction',
      created_at: CREATED,
      output: [{ type: 'message', role: 'user' }, { type: 'compaction' }],
      usage: { output_tokens: 2 },
    })
    await post({ input: [...compacted.output, { role: 'user', content: 'more' }] })
    expect(prompt()).toBe('<user>hi<user>Summary of the conversation before this:\nHello there<user>more<assistant>')
  })
})

describe('tools', () => {
  const foreign = [
    { type: 'web_search' },
    { type: 'custom', name: 'apply_patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' } },
    { type: 'namespace', name: 'n', tools: [] },
    { type: 'image_generation' },
    { type: 'local_shell' },
  ]

  test('that can not be called here are left out by name', async () => {
    const response = await server().post({ input: 'hi', tools: [weather, ...foreign] })
    expect([response.statusCode, response.headers['x-trivet-warnings'], response.json().tools]).toEqual([
      200,
      'ignored: tools.1: web_search, tools.2: custom, tools.3: namespace, tools.4: image_generation, tools.5: local_shell',
      [{ ...weather, description: null }],
    ])
  })

  test('that take text are called with text, and their outputs answered', async () => {
    const note = { type: 'custom', name: 'note', description: 'Takes a note.' }
    const reply = tells(thinksAndCalls('note', ['{"inp', 'ut":"Buy\\nmilk"}']), { reason: 'tool-calls' })
    const { post, stream, prompt } = server({ id: M, reply })
    const call = { type: 'custom_tool_call', call_id: 'call-1', name: 'note' }
    const place = { item_id: 'ctc-6', output_index: 2 }
    const done = { id: 'ctc-6', ...call, status: 'completed', input: 'Buy\nmilk' }
    const all = withoutNumbers(await stream({ input: 'hi', tools: [note] }))
    expect(all.slice(-5, -1)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { id: 'ctc-6', ...call, status: 'in_progress', input: '' },
      },
      { type: 'response.custom_tool_call_input.delta', ...place, delta: 'Buy\nmilk' },
      { type: 'response.custom_tool_call_input.done', ...place, input: 'Buy\nmilk' },
      { type: 'response.output_item.done', output_index: 2, item: done },
    ])
    expect(all.at(-1)).toMatchObject({ response: { tools: [{ ...note, format: { type: 'text' } }] } })
    const output = { type: 'custom_tool_call_output', call_id: 'call-1', output: 'noted' }
    await post({ input: [output], previous_response_id: 'resp-3', tool_choice: 'none' })
    expect(prompt()).toContain('Let me look.(note {"input": "Buy\\nmilk"})<tool>noted<assistant>')
    const chosen = await post({ input: 'hi', tools: [note], tool_choice: { type: 'custom', name: 'note' } })
    expect([chosen.statusCode, chosen.json().tool_choice]).toEqual([200, { type: 'custom', name: 'note' }])
  })

  test.each<[string, object, string]>([
    ['a foreign one where a call is required', { tools: foreign, tool_choice: 'required' }, 'tools.0'],
    ['a choice of a foreign one', { tools: [weather], tool_choice: { type: 'web_search' } }, 'tool_choice'],
    ['an unknown function', { tools: [weather], tool_choice: { type: 'function', name: 'x' } }, 'tool_choice.name'],
    ['a call required of none', { tool_choice: 'required' }, 'tool_choice'],
  ])('%s is refused', async (_, fields, param) => {
    const response = await server().post({ input: 'hi', ...fields })
    expect([response.statusCode, response.json().error.param]).toEqual([400, param])
  })
})

describe('what is refused', () => {
  test.each<[string, object, number, string, string | null]>([
    ['no input', {}, 400, 'missing_field', 'input'],
    ['an unknown model', { model: 'nope' }, 404, 'model_not_found', 'model'],
    [
      'an image',
      { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
      400,
      'invalid_value',
      'input.0.content.0',
    ],
    ['an unknown item', { input: [{ type: 'mystery' }] }, 400, 'invalid_value', 'input.0'],
    ['background without storing', { background: true, store: false }, 400, 'invalid_value', 'background'],
    ['something unknown to include', { include: ['everything'] }, 400, 'invalid_value', 'include.0'],
    ['response_format', { response_format: { type: 'text' } }, 400, 'unsupported_parameter', 'response_format'],
    ['a conversation', { conversation: 'conv_1' }, 400, 'unsupported_parameter', 'conversation'],
    ['too long an input', { input: 'x'.repeat(1200) }, 400, 'context_length_exceeded', 'input'],
  ])('%s', async (_, fields, status, code, param) => {
    for (const stream of [false, true]) {
      const input = Object.keys(fields).length === 0 ? {} : { input: 'hi' }
      const response = await server().post({ ...input, ...fields, stream })
      const { error } = response.json()
      expect([response.statusCode, error.code, error.param]).toEqual([status, code, param])
    }
  })

  test('verbosity has no effect, and that is said', async () => {
    const response = await server().post({ input: 'hi', text: { verbosity: 'low' } })
    expect(response.headers['x-trivet-warnings']).toBe('ignored: text.verbosity')
  })
})
