import { describe, expect, test } from 'vitest'
import { tells, thinksAndCalls } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import { expectOpenAi } from '../../../test/openai-document.ts'
import { chunkSchema, completionSchema } from './response-schema.ts'

const TEMPLATE =
  '{% for tool in tools or [] %}{{ tool | tojson }}{% endfor %}{% for message in messages %}<{{ message.role }}>{{ message.content }}{% for call in message.tool_calls or [] %}({{ call.function.name }} {{ call.function.arguments | tojson }}){% endfor %}{% endfor %}<assistant>'

const note = { type: 'custom', custom: { name: 'note', description: 'Takes a note.' } }
const look = { type: 'function', function: { name: 'look' } }
const grammar = (syntax: string, definition: string) => ({
  type: 'custom',
  custom: { name: 'note', format: { type: 'grammar', grammar: { syntax, definition } } },
})
const lines = grammar('lark', 'start: LINE+\nLINE: /[a-z]+/ "\\n"')
const calls = [
  ...thinksAndCalls('note', ['{"input":"Buy\\n', 'milk"}']),
  { type: 'tool-call-start', call: 1, id: 'call-2', name: 'look', tokens: 1 },
  { type: 'tool-call-delta', call: 1, arguments: '{"input":"x"}', tokens: 1 },
  { type: 'tool-call-end', call: 1, tokens: 0 },
] as const

function server() {
  const reply = tells(calls, { reason: 'tool-calls' })
  const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply, chatTemplate: TEMPLATE }] })
  const post = (fields: object) => {
    const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
    return app.inject({ method: 'POST', url: '/v1/chat/completions', payload })
  }
  return { post, scheduler }
}

describe('a custom tool', () => {
  test('is called with text, beside functions', async () => {
    const completion = completionSchema.strict().parse((await server().post({ tools: [note, look] })).json())
    expect(completion.choices[0]?.message.tool_calls).toEqual([
      { id: 'call-1', type: 'custom', custom: { name: 'note', input: 'Buy\nmilk' } },
      { id: 'call-2', type: 'function', function: { name: 'look', arguments: '{"input":"x"}' } },
    ])
  })

  test('is what OpenAI documents', async (context) => {
    expectOpenAi(context, 'CreateChatCompletionResponse', (await server().post({ tools: [note, look] })).json())
  })

  test('is called piece by piece', async () => {
    const { body } = await server().post({ tools: [note, look], stream: true })
    const frames = body.split('\n\n').slice(0, -2)
    const chunks = frames.map((frame) => chunkSchema.strict().parse(JSON.parse(frame.slice('data: '.length))))
    expect(chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? [])).toEqual([
      { index: 0, id: 'call-1', type: 'custom', custom: { name: 'note', input: '' } },
      { index: 0, custom: { input: 'Buy\n' } },
      { index: 0, custom: { input: 'milk' } },
      { index: 1, id: 'call-2', type: 'function', function: { name: 'look', arguments: '' } },
      { index: 1, function: { arguments: '{"input":"x"}' } },
    ])
  })

  test('of earlier calls is told to the model with its text', async () => {
    const { post, scheduler } = server()
    const call = { id: 'c', type: 'custom', custom: { name: 'note', input: 'Buy\nmilk' } }
    const response = await post({
      tools: [note],
      tool_choice: 'none',
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: 'noted' },
      ],
    })
    expect(response.statusCode).toBe(200)
    expect(scheduler.tasks[0]?.prompt).toContain('(note {"input": "Buy\\nmilk"})<tool>noted')
  })

  test.each([
    ['by name', { type: 'custom', custom: { name: 'note' } }],
    [
      'among those allowed',
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'custom', custom: { name: 'note' } }] },
      },
    ],
  ])('can be chosen %s', async (_, tool_choice) => {
    const { post, scheduler } = server()
    expect((await post({ tools: [note, look], tool_choice })).statusCode).toBe(200)
    const { grammar, triggers } = scheduler.tasks[0]?.constraint ?? {}
    expect([triggers, grammar?.includes('note'), grammar?.includes('look')]).toEqual([undefined, true, false])
  })
})

describe('a grammar of its text', () => {
  test('is held, and told to the model', async () => {
    const { post, scheduler } = server()
    const response = await post({ tools: [lines] })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([200, undefined])
    expect(scheduler.tasks[0]?.constraint?.grammar).toContain('[a-z]')
    expect(scheduler.tasks[0]?.prompt).toContain('Text that fits this Lark grammar:')
  })

  test.each<[string, object, string]>([
    ['no tool', { type: 'custom' }, 'tools.0.custom'],
    ['an unknown format', { type: 'custom', custom: { name: 'a', format: { type: 'x' } } }, 'tools.0.custom.format'],
    ['an unknown syntax', grammar('gbnf', 'x'), 'tools.0.custom.format.grammar.syntax'],
    ['a grammar that is none', grammar('lark', 'x'), 'tools.0.custom.format.grammar.definition'],
  ])('%s is refused', async (_, tool, param) => {
    const response = await server().post({ tools: [tool] })
    expect([response.statusCode, response.json().error.param]).toEqual([400, param])
  })
})
