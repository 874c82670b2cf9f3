import { describe, expect, test } from 'vitest'
import { M, responsesOf, withoutNumbers } from '../../../test/fakes/responses.ts'
import { type FakeModel, tells, thinksAndCalls } from '../../../test/fakes/scheduler.ts'
import { expectOpenAi, expectOpenAiEvent } from '../../../test/openai-document.ts'

const note = { type: 'custom', name: 'note', description: 'Takes a note.' }
const grammar = (syntax: string, definition: string) => ({ ...note, format: { type: 'grammar', syntax, definition } })
const lines = grammar('lark', 'start: LINE+\nLINE: /[a-z]+/ "\\n"')
const calling: FakeModel = {
  id: M,
  reply: tells(thinksAndCalls('note', ['{"inp', 'ut":"Buy\\n', 'milk"}']), { reason: 'tool-calls' }),
}

describe('a custom tool', () => {
  test('is called with text, which comes while it is written, and its output is answered', async () => {
    const { post, stream, prompt } = responsesOf(calling)
    const call = { type: 'custom_tool_call', call_id: 'call-1', name: 'note' }
    const place = { item_id: 'ctc_6', output_index: 2 }
    const done = { id: 'ctc_6', ...call, status: 'completed', input: 'Buy\nmilk' }
    const all = withoutNumbers(await stream({ input: 'hi', tools: [note] }))
    expect(all.slice(-6, -1)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 2,
        item: { id: 'ctc_6', ...call, status: 'in_progress', input: '' },
      },
      { type: 'response.custom_tool_call_input.delta', ...place, delta: 'Buy\n' },
      { type: 'response.custom_tool_call_input.delta', ...place, delta: 'milk' },
      { type: 'response.custom_tool_call_input.done', ...place, input: 'Buy\nmilk' },
      { type: 'response.output_item.done', output_index: 2, item: done },
    ])
    expect(all.at(-1)).toMatchObject({ response: { tools: [{ ...note, format: { type: 'text' } }] } })

    const output = { type: 'custom_tool_call_output', call_id: 'call-1', output: 'noted' }
    await post({ input: [output], previous_response_id: 'resp_3', tool_choice: 'none' })
    expect(prompt()).toContain('Let me look.(note {"input": "Buy\\nmilk"})<tool>noted<assistant>')
  })

  test('whole is an item as well', async () => {
    const response = (await responsesOf(calling).post({ input: 'hi', tools: [lines] })).json()
    expect(response.output.at(-1)).toMatchObject({ type: 'custom_tool_call', name: 'note', input: 'Buy\nmilk' })
    expect(response.tools).toEqual([lines])
  })

  test('is what OpenAI documents', async (context) => {
    const { post, stream } = responsesOf(calling)
    for (const event of await stream({ input: 'hi', tools: [lines] })) {
      expectOpenAiEvent(context, 'ResponseStreamEvent', event)
    }
    expectOpenAi(context, 'Response', (await post({ input: 'hi', tools: [note] })).json())
  })

  test('can be chosen', async () => {
    const { post, scheduler } = responsesOf(calling)
    const chosen = await post({ input: 'hi', tools: [note], tool_choice: { type: 'custom', name: 'note' } })
    expect([chosen.statusCode, chosen.json().tool_choice]).toEqual([200, { type: 'custom', name: 'note' }])
    expect(scheduler.tasks[0]?.constraint?.triggers).toBeUndefined()
  })
})

describe('a grammar of its text', () => {
  test('is held, spelled as the JSON around it', async () => {
    const { post, scheduler } = responsesOf(calling)
    const response = await post({ input: 'hi', tools: [lines], tool_choice: 'required' })
    expect([response.statusCode, response.headers['x-trivet-warnings']]).toEqual([200, undefined])
    expect(scheduler.tasks[0]?.constraint?.grammar).toContain('[a-z]')
    expect(scheduler.tasks[0]?.constraint?.grammar).toContain(String.raw`"\\n"`)
  })

  test('may be a regular expression', async () => {
    const { post, scheduler } = responsesOf(calling)
    await post({ input: 'hi', tools: [grammar('regex', '[x-z]{2}')] })
    expect(scheduler.tasks[0]?.constraint?.grammar).toContain('[x-z]')
  })

  test('is refused by name where the engine has none', async () => {
    const refused: FakeModel = { ...calling, refused: ['constraint'] }
    const response = await responsesOf(refused).post({ input: 'hi', tools: [note, lines] })
    const { code, param } = response.json().error
    expect([response.statusCode, code, param]).toEqual([400, 'unsupported_parameter', 'tools'])
    expect((await responsesOf(refused).post({ input: 'hi', tools: [note] })).statusCode).toBe(200)
  })

  test.each<[string, object, string]>([
    ['an unknown format', { ...note, format: { type: 'json' } }, 'tools.0.format.type'],
    ['an unknown syntax', grammar('gbnf', 'root ::= "a"'), 'tools.0.format.syntax'],
    ['no definition', { ...note, format: { type: 'grammar', syntax: 'lark' } }, 'tools.0.format'],
    ['a grammar that is none', grammar('lark', 'start "a"'), 'tools.0.format.definition'],
    ['what of Lark is not supported', grammar('lark', 'start: A\nA.1: "a"'), 'tools.0.format.definition'],
    ['a regular expression that is none', grammar('regex', '(a'), 'tools.0.format.definition'],
    ['one that fits nothing', grammar('regex', '[]'), 'tools.0.format.definition'],
    ['no name', { type: 'custom' }, 'tools.0.name'],
  ])('%s is refused', async (_, tool, param) => {
    const response = await responsesOf().post({ input: 'hi', tools: [tool] })
    expect([response.statusCode, response.json().error.param]).toEqual([400, param])
  })
})
