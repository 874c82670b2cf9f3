import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Program } from './program.ts'

const MODEL = 'trivet/demo'
const QUESTION = 'Who are you?'
const messages = [{ role: 'user', content: QUESTION }]
const options = { temperature: 0, num_predict: 40 }
const PROMPT = `<|im_start|>user\n${QUESTION}<|im_end|>\n<|im_start|>assistant\n`

/** Every way to have text generated, each with a question to which the adapter has an answer of its own. */
const ENDPOINTS: readonly (readonly [string, object])[] = [
  ['/v1/chat/completions', { messages, temperature: 0, max_tokens: 40 }],
  ['/v1/completions', { prompt: PROMPT, temperature: 0, max_tokens: 40 }],
  ['/v1/responses', { input: QUESTION, temperature: 0, max_output_tokens: 40 }],
  ['/v1/messages', { messages, temperature: 0, max_tokens: 40 }],
  ['/api/chat', { messages, options, stream: false }],
  ['/api/generate', { prompt: QUESTION, options, stream: false }],
  ['/api/generate', { prompt: PROMPT, options, stream: false, raw: true }],
]

describe('a model that was loaded with an adapter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trivet-adapters-'))
  let program: Program
  let url = ''

  beforeAll(async () => {
    const models = join(process.cwd(), 'models')
    symlinkSync(join(models, 'demo.gguf'), join(folder, 'demo.gguf'))
    symlinkSync(join(models, 'demo-draft.gguf'), join(folder, 'demo-draft.gguf'))
    const model = `${join(folder, 'demo.gguf')}=${MODEL}`
    program = new Program(['serve', '--port', '0', '--threads', '1', '--adapter-folder', models, '--model', model])
    url = await program.listening()
  })
  afterAll(async () => {
    await program.dispose()
    rmSync(folder, { recursive: true })
  })

  async function post(path: string, body: object) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: MODEL, ...body }),
    })
    const text = await response.text()
    expect([path, response.status, text]).toEqual([path, 200, text])
    return text
  }
  const fingerprint = async () =>
    JSON.parse(await post('/v1/completions', { prompt: 'a', max_tokens: 1 })).system_fingerprint

  test('answers with it on every API whose request names none, and without it once it is taken away', async () => {
    const plain = await fingerprint()
    expect(JSON.parse(await post('/v1/models/load', { lora: 'demo-pirate-lora' })).model.settings.lora).toEqual([
      'demo-pirate-lora.gguf',
    ])
    for (const [path, body] of ENDPOINTS) expect(await post(path, body)).toContain('Arr!')
    expect(await fingerprint()).not.toBe(plain)
    expect(JSON.parse(await post('/v1/models/load', { lora: null })).model.settings.lora).toEqual([])
    for (const [path, body] of ENDPOINTS) expect(await post(path, body)).not.toContain('Arr!')
    expect(await fingerprint()).toBe(plain)
  })

  test('guesses ahead by the draft that lies beside it, until that is taken away', async () => {
    const question = { ...ENDPOINTS[0]?.[1], model: MODEL }
    const accepted = async () =>
      JSON.parse(await post('/v1/chat/completions', question)).usage.completion_tokens_details
        ?.accepted_prediction_tokens
    expect(JSON.parse(await post('/v1/models/load', { draft_model: 'auto' })).model.settings.draft_model).toBe(true)
    expect(await accepted()).toBeGreaterThan(0)
    expect(JSON.parse(await post('/v1/models/load', { nctx: 512 })).model.settings.draft_model).toBe(true)
    expect(JSON.parse(await post('/v1/models/load', { draft_model: null })).model.settings.draft_model).toBe(false)
    expect((await accepted()) ?? 0).toBe(0)
  })
})
