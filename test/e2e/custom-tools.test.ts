import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { models } from '../fixtures/models.ts'
import { Program } from './program.ts'

/** Left recursion, blanks between terminals, and few enough choices for noise to come to an end. */
const ARITHMETIC = `
start: sum "="
sum: sum "+" NUMBER | NUMBER
NUMBER: /[1-9][0-9]?/
%ignore " "
`
const SUM = /^ *[1-9][0-9]? *(\+ *[1-9][0-9]? *)*= *$/

/** The official client, and a model of random weights: what it says is noise, but the noise fits the grammar. */
describe('custom tools from noise', () => {
  let program: Program
  let client: OpenAI
  beforeAll(async () => {
    program = new Program(['serve', '--port', '0', '--threads', '1', '--model', `${models.random()}=noise`])
    const baseURL = `${await program.listening()}/v1`
    client = new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 })
  })
  afterAll(() => program.dispose())

  test.each([1, 2, 3])('a response, seed %i', async (seed) => {
    const format = { type: 'grammar', syntax: 'lark', definition: ARITHMETIC } as const
    const stream = await client.responses.create({
      model: 'noise',
      input: 'How much?',
      tools: [{ type: 'custom', name: 'add', format }],
      tool_choice: 'required',
      parallel_tool_calls: false,
      temperature: 1,
      stream: true,
      ...{ seed },
    })
    let pieces = ''
    for await (const event of stream) {
      if (event.type === 'response.custom_tool_call_input.delta') pieces += event.delta
      if (event.type !== 'response.completed') continue
      const [call] = event.response.output
      expect(call).toMatchObject({ type: 'custom_tool_call', name: 'add', input: pieces })
    }
    expect(pieces).toMatch(SUM)
  })

  test('a chat completion', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'noise',
      messages: [{ role: 'user', content: 'When?' }],
      tools: [
        {
          type: 'custom',
          custom: {
            name: 'date',
            format: { type: 'grammar', grammar: { syntax: 'regex', definition: '\\d{4}-\\d\\d-\\d\\d "\\w{3}"' } },
          },
        },
      ],
      tool_choice: { type: 'custom', custom: { name: 'date' } },
      temperature: 2,
      seed: 4,
    })
    const [call] = choices[0]?.message.tool_calls ?? []
    expect(call?.type === 'custom' && call.custom.input).toMatch(/^\d{4}-\d\d-\d\d "\w{3}"$/)
    expect(choices[0]?.finish_reason).toBe('tool_calls')
  })
})
