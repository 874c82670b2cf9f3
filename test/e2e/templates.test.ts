import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { string } from '../../src/models/gguf/format.ts'
import { scriptedModel } from '../../src/models/gguf/scripted.ts'
import { withMetadata } from '../fixtures/gguf/damage.ts'
import { Program } from './program.ts'

/** Where a model's chat template comes from, over llama.cpp and real files. */

const folder = mkdtempSync(join(tmpdir(), 'trivet-templates-'))
const TEMPLATE = 'tokenizer.chat_template'
let program: Program
let url = ''

function put(path: string, content: string | Uint8Array): string {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** A model file with these templates, `null` being none. */
function model(path: string, template: string | null, forTools?: string): string {
  const tools = forTools === undefined ? {} : { [`${TEMPLATE}.tool_use`]: string(forTools) }
  return put(path, withMetadata(scriptedModel(), { [TEMPLATE]: template === null ? null : string(template), ...tools }))
}

beforeAll(async () => {
  put('beside/chat_template.jinja', 'beside {{ messages[0].content }}')
  put('own.jinja', 'own {{ messages[0].content }}')
  put('wrong.jinja', '\n{% if %}')
  const named = model('two/two.gguf', 'plain {{ messages[0].content }}', 'tools {{ tools[0].function.name }}')
  const config = [
    'models:',
    ...[
      ['two', named],
      ['beside', model('beside/beside.gguf', null)],
      ['bare', model('bare/bare.gguf', null)],
      ['broken', model('broken/broken.gguf', '\n{{ oops')],
      ['override', named, 'own.jinja'],
      ['wrong', named, 'wrong.jinja'],
    ].map(
      ([id, path, file]) => `  - { id: ${id}, path: "${path}", threads: 1${file ? `, chat_template: ${file}` : ''} }`,
    ),
  ]
  program = new Program(['serve', '--port', '0', '--config', put('trivet.yaml', config.join('\n'))])
  url = await program.listening()
})

afterAll(async () => {
  await program.dispose()
  rmSync(folder, { recursive: true })
})

async function render(id: string, fields: object = {}) {
  const body = JSON.stringify({ model: id, messages: [{ role: 'user', content: 'hi' }], ...fields })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/chat/render`, { method: 'POST', headers, body })
  return (await response.json()) as { prompt?: string; error?: { code: string; message: string } }
}

const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }]

test.each([
  ['the file', 'two', {}, 'plain hi'],
  ['the file, for tools', 'two', { tools }, 'tools f'],
  ['beside a file without one', 'beside', {}, 'beside hi'],
  ['nowhere, and so is ChatML', 'bare', {}, '<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n'],
  ['the settings', 'override', {}, 'own hi'],
])('a template from %s', async (_, id, fields, prompt) => {
  expect((await render(id, fields)).prompt).toBe(prompt)
})

test('one in the file that cannot be parsed says where, at the request that needs it', async () => {
  const { error } = await render('broken')
  expect(error).toMatchObject({
    code: 'template_error',
    message: expect.stringContaining('line 2: `{{` is not closed.'),
  })
})

test('one in the settings that cannot be parsed fails the load', async () => {
  const { error } = await render('wrong')
  expect(error).toMatchObject({
    code: 'model_load_failed',
    message: expect.stringMatching(/wrong\.jinja is wrong: line 2/),
  })
})
