import { writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Program } from '../e2e/program.ts'
import { endServer, listenAtLoopback } from '../fakes/loopback.ts'

const DEMO = fileURLToPath(new URL('../../models/demo.gguf', import.meta.url))

interface Asked {
  readonly path: string
  readonly body: ReturnType<typeof JSON.parse>
}

/** Another server with the same model, as vLLM presents itself. */
class Other {
  readonly asked: Asked[] = []
  /** Resolves when an answer may begin. */
  gate: Promise<void> = Promise.resolve()
  refuses = false
  readonly #server: Server = createServer(async (request, response) => {
    const path = request.url ?? ''
    if (path === '/v1/models') {
      const data = [{ id: 'both', object: 'model', owned_by: 'vllm', max_model_len: 4096 }]
      return void response.end(JSON.stringify({ object: 'list', data }))
    }
    if (path === '/metrics') return void response.writeHead(404).end()
    this.asked.push({ path, body: JSON.parse(await text(request)) })
    await this.gate
    if (this.refuses) return void response.writeHead(503).end()
    answer(response)
  })

  async listen(): Promise<string> {
    return `${await listenAtLoopback(this.#server)}/v1`
  }

  async close(): Promise<void> {
    await endServer(this.#server)
  }
}

function answer(response: ServerResponse): void {
  response.setHeader('content-type', 'text/event-stream')
  const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 }
  for (const value of [
    { choices: [{ index: 0, text: 'from afar', finish_reason: null }] },
    { choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
    { choices: [], usage },
  ]) {
    response.write(`data: ${JSON.stringify(value)}\n\n`)
  }
  response.end('data: [DONE]\n\n')
}

const other = new Other()
let program: Program
let url = ''
let upstream = ''
let client: OpenAI

beforeAll(async () => {
  const holder = new Program(['version'])
  const settings = join(holder.folder, 'trivet.yaml')
  upstream = await other.listen()
  const model = `- { path: ${DEMO}, id: both, with_upstreams: true, threads: 1, slots: 2 }`
  writeFileSync(settings, `model_stores: [none]\nmodels:\n  ${model}\nupstreams:\n  - url: ${upstream}\n`)
  program = new Program(['serve', '--port', '0', '--config', settings])
  url = await program.listening()
  client = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none', maxRetries: 0 })
  await holder.dispose()
})
afterAll(async () => {
  await program.dispose()
  await other.close()
})
beforeEach(() => {
  other.asked.length = 0
  other.refuses = false
})

async function states() {
  const { instances } = (await (await fetch(`${url}/v1/models/both`)).json()) as {
    instances: { at: string | null; state: string }[]
  }
  return instances.map(({ at, state }) => [at, state])
}

const ask = async (fields: object = {}) => {
  const answer = await client.chat.completions.create({
    model: 'both',
    temperature: 0,
    messages: [{ role: 'user', content: 'Who are you?' }],
    ...fields,
  } as OpenAI.ChatCompletionCreateParamsNonStreaming)
  return answer.choices[0]?.message.content ?? ''
}

describe('a model that this machine and another server have', () => {
  test('is loaded at both', async () => {
    await expect.poll(states, { timeout: 60_000 }).toEqual([
      [upstream, 'ready'],
      [null, 'ready'],
    ])
  })

  test('is answered by both, with the prompt that this machine’s model makes', async () => {
    let open = () => {}
    other.gate = new Promise((resolve) => {
      open = resolve
    })
    const far = ask()
    await expect.poll(() => other.asked.length).toBe(1)
    expect(await ask()).toContain('Trivet Demo')
    open()
    expect(await far).toBe('from afar')
    expect(other.asked).toEqual([
      { path: '/v1/completions', body: expect.objectContaining({ prompt: expect.stringContaining('Who are you?') }) },
    ])
  })

  test('is answered by this machine where the other is busy, or hasn’t what is asked for', async () => {
    other.refuses = true
    expect(await ask()).toContain('Trivet Demo')
    expect(other.asked).toHaveLength(1)
    expect(await ask({ mirostat: 2, temperature: 0 })).not.toBe('')
    expect(other.asked).toHaveLength(1)
  })

  test('keeps to a format at both', async () => {
    await ask({ response_format: { type: 'json_object' } })
    expect(other.asked[0]?.body.structured_outputs).toEqual({ grammar: expect.stringContaining('root ::=') })
    other.refuses = true
    const content = 'Mia is 12 years old. Answer in JSON with the keys name and age.'
    const told = await ask({ response_format: { type: 'json_object' }, messages: [{ role: 'user', content }] })
    expect(JSON.parse(told)).toEqual({ name: 'Mia', age: 12 })
  })

  test('goes on without the other', async () => {
    await other.close()
    expect(await ask()).toContain('Trivet Demo')
    await expect.poll(async () => (await ask()) && (await states())[0]?.[1], { timeout: 60_000 }).not.toBe('ready')
    expect(await ask()).toContain('Trivet Demo')
  })
})
