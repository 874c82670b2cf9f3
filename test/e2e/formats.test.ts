import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { models } from '../fixtures/models.ts'
import { Program } from './program.ts'

/** A server with a model of random weights: it makes sense only where it is made to. */
describe('formats of answers, over HTTP and llama.cpp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grammars-'))
  let program: Program
  let client = new OpenAI({ apiKey: 'none', baseURL: 'http://invalid' })

  beforeAll(async () => {
    writeFileSync(join(folder, 'date.gbnf'), 'root ::= [0-9]{4} "-" [01] [0-9]')
    const flags = ['--threads', '1', '--grammar-folder', folder, '--model', `${models.random()}=random`]
    program = new Program(['serve', '--port', '0', ...flags])
    const url = await program.listening()
    client = new OpenAI({ apiKey: 'none', baseURL: `${url}/v1`, maxRetries: 0 })
  })
  afterAll(async () => {
    await program.dispose()
    rmSync(folder, { recursive: true })
  })

  async function ask(fields: object) {
    const request = {
      model: 'random',
      messages: [{ role: 'user' as const, content: 'Say it.' }],
      temperature: 2,
      seed: 1,
    }
    const { choices } = await client.chat.completions.create({ ...request, ...fields, stream: false })
    return { text: choices[0]?.message.content ?? '', reason: choices[0]?.finish_reason }
  }

  it('a schema, whole and streamed', async () => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 8 },
        tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
      },
      required: ['name', 'tags'],
      additionalProperties: false,
    }
    const fields = { response_format: { type: 'json_schema' as const, json_schema: { name: 'x', schema } } }
    const { text, reason } = await ask(fields)
    expect([JSON.parse(text), reason]).toEqual([
      {
        name: expect.stringMatching(/^.{0,8}$/su),
        tags: expect.toSatisfy((tags: string[]) => tags.every((tag) => 'ab'.includes(tag))),
      },
      'stop',
    ])
    let streamed = ''
    const messages = [{ role: 'user' as const, content: 'Say it.' }]
    const stream = await client.chat.completions.create({
      model: 'random',
      messages,
      temperature: 2,
      seed: 1,
      ...fields,
      stream: true,
    })
    for await (const { choices } of stream) streamed += choices[0]?.delta.content ?? ''
    expect(streamed).toBe(text)
  })

  it('a regular expression, a choice, a grammar and a grammar of the folder', async () => {
    expect((await ask({ regex: '(ab|cd){3}' })).text).toMatch(/^(ab|cd){3}$/)
    expect(['red', 'green']).toContain((await ask({ choice: ['red', 'green'] })).text)
    expect((await ask({ grammar_string: 'root ::= "x" [yz]{2}' })).text).toMatch(/^x[yz]{2}$/)
    expect((await ask({ grammar_path: 'date.gbnf' })).text).toMatch(/^\d{4}-[01]\d$/)
  })

  it('what a limit cuts comes as it is', async () => {
    const { text, reason } = await ask({ regex: '[a-z]{50}', max_tokens: 3 })
    expect(reason).toBe('length')
    expect(text).toMatch(/^[a-z]{3,}$/)
  })

  it('a token that this model does not have is a 400, and the model goes on', async () => {
    const refused = ask({ grammar_string: 'root ::= <no-such-token> "a"' })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_value' })
    expect((await ask({ choice: ['still here'] })).text).toBe('still here')
  })

  it('what cannot be enforced is a 400', async () => {
    const schema = { type: 'string', pattern: '(a)\\1' }
    const refused = ask({ response_format: { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } } })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'unsupported_schema', param: 'response_format' })
  })
})
