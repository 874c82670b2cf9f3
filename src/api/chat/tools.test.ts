import { describe, expect, test } from 'vitest'
import { type FakeModel, says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { type Chunk, chunkSchema, completionSchema } from './response-schema.ts'

/** Names its tools and prints results, as Hermes templates do. */
const HERMES =
  '{% for tool in tools or [] %}<tool>{{ tool.function.name }}{% endfor %}{% for message in messages %}<{{ message.role }}>{{ message.content }}{% for call in message.tool_calls or [] %}<tool_call>{{ call.function | tojson }}</tool_call>{% endfor %}{% endfor %}<assistant>'

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const time = { type: 'function', function: { name: 'get_time' } }
const PARIS = ['<tool_call>\n{"name": "get_', 'weather", "arguments": {"ci', 'ty": "Paris"}}\n</tool_', 'call>']
const CALL_ID = expect.stringMatching(/^call_\d+$/)
const NOON = ['\n<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>']

function server(pieces: readonly string[], model: Partial<FakeModel> = {}) {
  const { app, scheduler } = fakeServer({
    models: [{ id: 'm', chatTemplate: HERMES, reply: says(...pieces), ...model }],
  })
  const post = async (fields: object) => {
    scheduler.tasks.length = 0
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
    const response = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
    const { headers, statusCode: status, body } = response
    return { status, body, warnings: headers['x-trivet-warnings'], tasks: [...scheduler.tasks] }
  }
  return {
    post,
    whole: async (fields: object) => completionSchema.strict().parse(JSON.parse((await post(fields)).body)),
    stream: async (fields: object) => chunks((await post({ ...fields, stream: true })).body),
  }
}

function chunks(body: string): Chunk[] {
  const frames = body.split('\n\n').slice(0, -2)
  return frames.map((frame) => chunkSchema.strict().parse(JSON.parse(frame.replace(/^data: /, ''))))
}

/** The message that a stream makes, put together as clients do. */
function assembled(all: readonly Chunk[]) {
  const calls: { id: string; name: string; arguments: string }[] = []
  let content: string | null = null
  for (const { delta } of all.flatMap((chunk) => chunk.choices)) {
    if (typeof delta.content === 'string') content = (content ?? '') + delta.content
    for (const { index, id, type, function: part = { arguments: '' } } of delta.tool_calls ?? []) {
      const call = calls[index]
      if (call) {
        expect([id, type, part.name]).toEqual([undefined, undefined, undefined])
        call.arguments += part.arguments
      } else {
        expect([index, type, part.arguments]).toEqual([calls.length, 'function', ''])
        calls.push({ id: id ?? '', name: part.name ?? '', arguments: '' })
      }
    }
  }
  const reasons = all.flatMap((chunk) => chunk.choices.flatMap((choice) => choice.finish_reason ?? []))
  return { content, calls, reasons }
}

describe('calls', () => {
  test('two of them, whole and streamed alike', async () => {
    const { whole, stream } = server([...PARIS, ...NOON])
    const tools = [weather, time]
    const { choices } = await whole({ tools })
    expect(choices[0]).toMatchObject({
      message: {
        content: null,
        tool_calls: [
          { id: CALL_ID, type: 'function', function: { name: 'get_weather', arguments: '{"city": "Paris"}' } },
          { id: CALL_ID, type: 'function', function: { name: 'get_time', arguments: '{}' } },
        ],
      },
      finish_reason: 'tool_calls',
    })
    expect(assembled(await stream({ tools }))).toEqual({
      content: null,
      calls: [
        { id: CALL_ID, name: 'get_weather', arguments: '{"city": "Paris"}' },
        { id: CALL_ID, name: 'get_time', arguments: '{}' },
      ],
      reasons: ['tool_calls'],
    })
  })

  test('arguments stream as the model writes them', async () => {
    const deltas = (await server(PARIS).stream({ tools: [weather] })).map((chunk) => chunk.choices[0]?.delta)
    expect(deltas).toEqual([
      { role: 'assistant', content: null },
      { tool_calls: [{ index: 0, id: CALL_ID, type: 'function', function: { name: 'get_weather', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"ci' } }] },
      { tool_calls: [{ index: 0, function: { arguments: 'ty": "Paris"}' } }] },
      {},
    ])
  })

  test('with words before', async () => {
    const { whole, stream } = server(['Let me ', 'see.\n\n', ...PARIS])
    const { message } = (await whole({ tools: [weather] })).choices[0] ?? {}
    expect([message?.content, message?.tool_calls?.length]).toEqual(['Let me see.', 1])
    expect(assembled(await stream({ tools: [weather] }))).toMatchObject({
      content: 'Let me see.',
      reasons: ['tool_calls'],
    })
  })

  test.each([
    [1, '', []],
    [2, null, [['get_weather', '{"ci']]],
  ])('cut after %d tokens are the same whole and streamed, and never raw', async (tokens, content, calls) => {
    const { whole, stream } = server(PARIS)
    const cut = { tools: [weather], max_tokens: tokens }
    const { message, finish_reason } = (await whole(cut)).choices[0] ?? {}
    const made =
      message?.tool_calls?.map((call) => call.type === 'function' && [call.function.name, call.function.arguments]) ??
      []
    expect([message?.content, made, finish_reason]).toEqual([content, calls, 'length'])
    const streamed = assembled(await stream(cut))
    expect(streamed.calls.map(({ name, arguments: args }) => [name, args])).toEqual(calls)
    expect([streamed.content ?? '', streamed.reasons]).toEqual(['', ['length']])
  })

  test('begun and left by the model are its words', async () => {
    const { whole, stream } = server(PARIS.slice(0, 1))
    const [half] = PARIS
    expect((await whole({ tools: [weather] })).choices[0]).toMatchObject({
      message: { content: half },
      finish_reason: 'stop',
    })
    expect(assembled(await stream({ tools: [weather] })).content).toBe(half)
  })

  test('only one where they may not be parallel', async () => {
    const { whole, stream } = server([...PARIS, ...NOON])
    const one = { tools: [weather, time], parallel_tool_calls: false }
    expect((await whole(one)).choices[0]?.message.tool_calls?.length).toBe(1)
    expect(assembled(await stream(one)).calls.length).toBe(1)
  })

  test('of each choice have ids of their own', async () => {
    const { choices } = await server(PARIS).whole({ tools: [weather], n: 2 })
    const ids = choices.flatMap(({ message }) => message.tool_calls?.map(({ id }) => id) ?? [])
    expect([ids.length, new Set(ids).size]).toEqual([2, 2])
  })

  test('that nobody offered are words', async () => {
    const { message } = (await server(PARIS).whole({})).choices[0] ?? {}
    expect(message?.content).toBe(PARIS.join(''))
  })
})

describe('tool_choice', () => {
  test('none: the model is not told of the tools, and what looks like a call is none', async () => {
    const { post } = server(PARIS)
    const { body, tasks } = await post({ tools: [weather], tool_choice: 'none' })
    const { message, finish_reason } = JSON.parse(body).choices[0]
    expect([message.content, message.tool_calls, finish_reason]).toEqual([PARIS.join(''), undefined, 'stop'])
    expect([tasks[0]?.prompt, tasks[0]?.constraint]).toEqual(['<user>hi<assistant>', undefined])
  })

  test('auto: the grammar begins with a call', async () => {
    const { tasks } = await server(PARIS).post({ tools: [weather] })
    expect(tasks[0]?.prompt).toBe('<tool>get_weather<user>hi<assistant>')
    expect(tasks[0]?.constraint?.triggers).toEqual(['(<tool_call>[\\t\\n\\r ]{0,2})'])
    expect(tasks[0]?.constraint?.grammar).toContain('get_weather')
    expect(tasks[0]?.shownTokens).toContain('<tool_call>')
  })

  test('required and a name: the grammar holds from the start, of all tools or of the one', async () => {
    const { post } = server(PARIS)
    const grammarOf = async (tool_choice: unknown) => {
      const { tasks } = await post({ tools: [weather, time], tool_choice })
      expect(tasks[0]?.constraint?.triggers).toBeUndefined()
      return tasks[0]?.constraint?.grammar ?? ''
    }
    const all = await grammarOf('required')
    expect([all.includes('weather'), all.includes('time')]).toEqual([true, true])
    const one = await grammarOf({ type: 'function', function: { name: 'get_time' } })
    expect([one.includes('weather'), one.includes('time')]).toEqual([false, true])
    const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'get_weather' } }] }
    const some = await grammarOf({ type: 'allowed_tools', allowed_tools: allowed })
    expect([some.includes('weather'), some.includes('time')]).toEqual([true, false])
  })

  test.each<[string, string, object]>([
    [
      'tool_choice.function.name',
      'invalid_value',
      { tools: [weather], tool_choice: { type: 'function', function: { name: 'x' } } },
    ],
    ['tool_choice', 'invalid_value', { tool_choice: 'required' }],
    ['tool_choice', 'invalid_value', { tools: [], tool_choice: 'required' }],
    ['tool_choice', 'invalid_value', { tools: [weather], tool_choice: 'always' }],
    ['tools.0.function.name', 'invalid_value', { tools: [{ type: 'function', function: { name: 'a b' } }] }],
    ['tools.0.function.name', 'missing_field', { tools: [{ type: 'function', function: {} }] }],
    ['tools.0.function', 'missing_field', { tools: [{ type: 'function' }] }],
    ['tools', 'invalid_value', { tools: {} }],
    ['functions', 'unsupported_parameter', { functions: [{ name: 'f' }] }],
    ['function_call', 'unsupported_parameter', { function_call: { name: 'f' } }],
  ])('%s is a 400: %s for %j', async (param, code, fields) => {
    const { status, body } = await server([]).post(fields)
    expect([status, JSON.parse(body).error.code, JSON.parse(body).error.param]).toEqual([400, code, param])
  })

  test('an engine without grammars may call by itself, but not be made to', async () => {
    const { post } = server(PARIS, { refused: ['constraint'] })
    const auto = await post({ tools: [weather] })
    expect([auto.status, auto.tasks[0]?.constraint]).toEqual([200, undefined])
    expect(JSON.parse(auto.body).choices[0].finish_reason).toBe('tool_calls')
    const { status, body } = await post({ tools: [weather], tool_choice: 'required' })
    expect([status, JSON.parse(body).error.param]).toEqual([400, 'tool_choice'])
  })

  test('an engine whose grammars hold from the first token may be made to call, and calls by itself as it likes', async () => {
    const { post } = server(PARIS, { capabilities: { lateGrammars: false } })
    const auto = await post({ tools: [weather] })
    expect([auto.status, auto.tasks[0]?.constraint]).toEqual([200, undefined])
    const made = await post({ tools: [weather], tool_choice: 'required' })
    expect(made.tasks[0]?.constraint).toMatchObject({ grammar: expect.stringContaining('get_weather') })
    expect(made.tasks[0]?.constraint).not.toHaveProperty('triggers')
    const custom = {
      type: 'custom',
      custom: { name: 'f', format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'a+' } } },
    }
    const { status, body } = await post({ tools: [custom] })
    expect([status, JSON.parse(body).error.param]).toEqual([400, 'tools'])
  })
})

describe('tools', () => {
  test('with an odd schema are offered all the same, and it is said that arguments are not held to it', async () => {
    const odd = {
      type: 'function',
      function: { name: 'odd', parameters: { type: 'object', not: { required: ['a'] } } },
    }
    const { status, warnings, tasks } = await server(PARIS).post({ tools: [weather, odd] })
    expect([status, warnings]).toEqual([200, 'ignored: tools.1.function.parameters'])
    expect(tasks[0]?.constraint?.grammar).toContain('odd')
  })

  test('of other kinds are passed over by name', async () => {
    const { status, warnings } = await server(PARIS).post({ tools: [weather, { type: 'web_search' }] })
    expect([status, warnings]).toEqual([200, 'ignored: tools.1: web_search'])
  })

  test('are described to models whose template has none', async () => {
    const { post } = server(['{"name": "get_weather", ', '"arguments": {"city": "Paris"}}'], {
      chatTemplate: '{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>',
    })
    const { body, tasks } = await post({
      tools: [weather],
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'hi' },
      ],
    })
    expect(JSON.parse(body).choices[0].message.tool_calls[0].function).toEqual({
      name: 'get_weather',
      arguments: '{"city": "Paris"}',
    })
    expect(tasks[0]?.prompt).toMatch(
      /^<system>Be kind\.\nYou can call these functions:\n\{"type":"function".*<user>hi<assistant>$/s,
    )
  })

  test('in history without arguments are called with none', async () => {
    const call = (args: object) => ({ id: 'c', type: 'function', function: { name: 'get_time', ...args } })
    const prompts = []
    for (const args of [{}, { arguments: null }, { arguments: '' }, { arguments: '{}' }]) {
      const messages = [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [call(args)] },
        { role: 'tool', tool_call_id: 'c', content: '12' },
      ]
      const { tasks } = await server([]).post({ messages, tools: [time] })
      prompts.push(tasks[0]?.prompt)
    }
    expect(new Set(prompts)).toEqual(
      new Set([
        '<tool>get_time<user>hi<assistant><tool_call>{"name": "get_time", "arguments": {}}</tool_call><tool>12<assistant>',
      ]),
    )
  })
})

describe('a stop string that is white space, beside tools,', () => {
  const tools = [weather, time]
  const stop = ['    ']

  test.each([
    ['between words', ['Rain,', '    ', 'I think.'], 'Rain,'],
    ['split between tokens', ['Rain,  ', '  I think.'], 'Rain,'],
    ['at the end', ['Rain,', '  ', '  '], 'Rain,'],
    ['alone', ['  ', '  '], ''],
  ])('ends the answer %s', async (_, pieces, said) => {
    const { whole, stream } = server(pieces)
    const { choices } = await whole({ tools, stop })
    expect([choices[0]?.message.content, choices[0]?.finish_reason]).toEqual([said, 'stop'])
    const all = await stream({ tools, stop })
    expect(all.flatMap((chunk) => chunk.choices.map(({ delta }) => delta.content ?? '')).join('')).toBe(said)
    expect(all.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  })

  test.each([
    ['before', ['    ', ...NOON], '{}'],
    [
      'within',
      ['<tool_call>\n{"name": "get_weather", "arguments": {"city":    "Paris"}}\n</tool_call>'],
      '{"city":    "Paris"}',
    ],
  ])('leaves a call alone that it stands %s', async (_, pieces, written) => {
    const { choices } = await server(pieces).whole({ tools, stop })
    expect([choices[0]?.message.tool_calls?.length, choices[0]?.finish_reason]).toEqual([1, 'tool_calls'])
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: written } })
  })
})
