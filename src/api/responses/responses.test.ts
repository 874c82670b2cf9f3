import { describe, expect, test } from 'vitest'
import { settled } from '../../../test/fakes/clock.ts'
import { CREATED, caller, hello, M, responsesOf, weather, withoutNumbers } from '../../../test/fakes/responses.ts'
import { type FakeModel, failsAfter, hangsAfter, says, tells } from '../../../test/fakes/scheduler.ts'
import { expectOpenAiEvent } from '../../../test/openai-document.ts'

const PROMPT_TOKENS = '<user>hi<assistant>'.length

describe('a response', () => {
  test('says what was asked and what was answered', async () => {
    const response = await responsesOf().post({ input: 'hi', metadata: { a: 'b' }, temperature: 0.5 })
    expect([response.statusCode, response.json()]).toEqual([
      200,
      {
        id: 'resp_3',
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
            id: 'msg_4',
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
      await responsesOf().post({ input: 'hi', max_output_tokens: 1 })
    ).json()
    expect([status, incomplete_details, output[0].status, completed_at]).toEqual([
      'incomplete',
      { reason: 'max_output_tokens' },
      'incomplete',
      null,
    ])
  })

  test('counts cached and reasoning tokens', async () => {
    const { usage } = (await responsesOf(caller).post({ input: 'hi', tools: [weather] })).json()
    expect(usage).toMatchObject({ input_tokens_details: { cached_tokens: 4 }, output_tokens: 8 })
    const thinker: FakeModel = { id: M, reply: says('<think>', 'hm', '</think>', 'Hi') }
    const { output, usage: thought } = (await responsesOf(thinker).post({ input: 'hi' })).json()
    expect(output).toMatchObject([{ content: [{ text: 'hm' }] }, { content: [{ text: 'Hi' }] }])
    expect([thought.output_tokens, thought.output_tokens_details]).toEqual([4, { reasoning_tokens: 3 }])
  })
})

describe('a stream', () => {
  test('of text has the whole order', async () => {
    const all = await responsesOf().stream({ input: 'hi' })
    const place = { item_id: 'msg_4', output_index: 0, content_index: 0 }
    const part = (text: string) => ({ type: 'output_text', text, annotations: [], logprobs: [] })
    const item = { id: 'msg_4', type: 'message', role: 'assistant' }
    const done = { ...item, status: 'completed', content: [part('Hello there')] }
    expect(withoutNumbers(all)).toEqual([
      {
        type: 'response.created',
        response: expect.objectContaining({ id: 'resp_3', status: 'in_progress', output: [] }),
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
        response: expect.objectContaining({ id: 'resp_3', model: M, created_at: CREATED, output: [done] }),
      },
    ])
  })

  test('of reasoning, text and a call has an item each', async () => {
    const all = withoutNumbers(await responsesOf(caller).stream({ input: 'hi', tools: [weather] }))
    const reasoning = { id: 'rs_4', type: 'reasoning', summary: [] }
    const thought = { item_id: 'rs_4', output_index: 0, content_index: 0 }
    const call = { id: 'fc_6', type: 'function_call', call_id: 'call-1', name: 'get_weather' }
    const place = { item_id: 'fc_6', output_index: 2 }
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
    const all = await responsesOf().stream({ input: 'hi', max_output_tokens: 1 })
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
    const { app, stream, post } = responsesOf(broken)
    const all = await stream({ input: 'hi' })
    const error = { code: 'server_error', message: expect.stringContaining('ended unexpectedly (SIGSEGV)') }
    expect(all.at(-1)).toMatchObject({ type: 'response.failed', response: { status: 'failed', error } })
    expect((await app.inject('/v1/responses/resp_3')).json()).toMatchObject({ status: 'failed', error })
    const whole = await post({ input: 'hi' })
    expect([whole.statusCode, whole.json().error.code]).toEqual([500, 'engine_crashed'])
  })

  test('of a response that is deleted meanwhile ends with an error, numbered like the rest', async (context) => {
    const { app, scheduler, stream } = responsesOf({ id: M, reply: hangsAfter('Hel') })
    const streamed = stream({ input: 'hi' })
    while (scheduler.running === 0) await settled()
    await app.inject({ method: 'DELETE', url: '/v1/responses/resp_3' })
    const all = await streamed
    expect(all.map(({ sequence_number }) => sequence_number)).toEqual(all.map((_, i) => i))
    expect(all.length).toBeGreaterThan(1)
    expect(all.at(-1)).toEqual({
      type: 'error',
      code: 'request_cancelled',
      message: 'The client closed the request.',
      param: null,
      sequence_number: all.length - 1,
    })
    expectOpenAiEvent(context, 'ResponseStreamEvent', all.at(-1) ?? { type: 'none' })
  })

  test('has logprobs when asked for them', async () => {
    const token = (text: string, logprob: number) => ({ id: 1, bytes: Buffer.from(text).toString('base64'), logprob })
    const logprobs = [{ ...token('Hé', -0.1), top: [token('Hé', -0.1), token('Ho', -2)] }]
    const { scheduler, stream } = responsesOf({
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

test('a logprob that is minus infinity is the number that JSON has for it', async () => {
  const token = { id: 1, bytes: Buffer.from('a').toString('base64'), logprob: Number.NEGATIVE_INFINITY }
  const delta = { type: 'text-delta', text: 'a', tokens: 1, logprobs: [{ ...token, top: [token] }] } as const
  const { post } = responsesOf({ id: M, reply: tells([delta]) })
  const { output } = (await post({ input: 'hi', top_logprobs: 1 })).json()
  const told = { token: 'a', bytes: [97], logprob: -9999 }
  expect(output[0].content[0].logprobs).toEqual([{ ...told, top_logprobs: [told] }])
})

describe('the prompt', () => {
  test('is made of items of every kind', async () => {
    const { post, prompt } = responsesOf()
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

  test('that is too long loses its oldest turns when that is allowed, and says how many', async () => {
    const { post, prompt } = responsesOf()
    const input = ['a', 'b'].flatMap((text) => [
      { role: 'user', content: text.repeat(400) },
      { role: 'assistant', content: 'ok' },
    ])
    const long = { input: [...input, { role: 'user', content: 'c'.repeat(400) }] }
    const refused = await post(long)
    expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'context_length_exceeded'])
    const response = await post({ ...long, truncation: 'auto' })
    expect([response.statusCode, response.json().truncation]).toEqual([200, 'auto'])
    expect(response.headers['x-trivet-truncated']).toBe('messages=4')
    expect(prompt()).toBe(`<user>${'c'.repeat(400)}<assistant>`)
  })

  test('has the reasoning that was handed over sealed', async () => {
    const { post } = responsesOf(caller)
    const include = ['reasoning.encrypted_content']
    const { output } = (await post({ input: 'hi', tools: [weather], store: false, include })).json()
    const [{ encrypted_content }] = output
    const reads = responsesOf({
      ...hello,
      chatTemplate: '{% for m in messages %}{{ m.reasoning_content }}|{% endfor %}',
    })
    await reads.post({
      input: [
        { type: 'reasoning', summary: [], encrypted_content },
        { role: 'user', content: 'x' },
      ],
    })
    expect(reads.prompt()).toBe('They want the weather.||')
  })
})
