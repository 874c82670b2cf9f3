#!/usr/bin/env node
// A stand-in for Rockchip's rkllm3-server: its arguments, /health while it loads, and the streams of its README. A
// "model" is a file whose first line says how it behaves; what a request says may have it go on for ever, or die.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values } = parseArgs({
  // Numbers may be negative.
  strict: false,
  options: {
    host: text,
    port: text,
    alias: text,
    model: text,
    weight: text,
    vocab: text,
    embed: text,
    'ctx-size': text,
    'n-predict': text,
    'reasoning-format': text,
    embedding: { type: 'boolean' },
  },
})
const [behaviour] = readFileSync(values.model, 'utf8').split('\n')
for (const file of [values.weight, values.vocab]) readFileSync(file)
if (behaviour === 'broken') {
  console.error('E rkllm3: failed to load the model')
  process.exit(1)
}

/** Asked so often before it is ready. */
let loading = 2

const words = ['one', ' two', ' three', ' four', ' five', ' six']

async function chat(body, answer) {
  answer.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (chunk) =>
    answer.write(`data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', ...chunk })}\n\n`)
  const asked = String(body.messages.at(-1).content)
  const told = asked.startsWith('Echo') ? [JSON.stringify({ ...body, context: values['ctx-size'] })] : words
  const limit = body.max_tokens ?? told.length
  let count = 0
  for (
    ;
    (asked.startsWith('Endless') || count < limit) && (asked.startsWith('Endless') || count < told.length);
    count++
  ) {
    if (asked.startsWith('Die') && count === 1) process.kill(process.pid, 'SIGSEGV')
    if (answer.destroyed) return
    say({ choices: [{ index: 0, delta: { content: told[count % told.length] }, finish_reason: null }] })
    await pause(2)
  }
  say({ choices: [{ index: 0, delta: {}, finish_reason: count >= limit && count < told.length ? 'length' : 'stop' }] })
  say({ choices: [], usage: { prompt_tokens: 3, completion_tokens: count, total_tokens: count + 3 } })
  answer.end('data: [DONE]\n\n')
}

createServer(async (request, answer) => {
  const send = (status, body) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (request.url === '/health') {
    if (loading-- > 0) return send(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } })
    return send(200, { status: 'ok' })
  }
  if (request.url === '/v1/models') {
    return send(200, { object: 'list', data: [{ id: values.alias, object: 'model', created: 1, owned_by: 'rknn' }] })
  }
  const body = await json(request)
  if (request.url === '/v1/chat/completions' && !values.embedding) return chat(body, answer)
  if (request.url === '/v1/embeddings' && values.embedding) {
    const data = [body.input].flat().map((input, index) => ({ index, embedding: [input.length, 1, 2] }))
    return send(200, { object: 'list', data, usage: { prompt_tokens: 3, total_tokens: 3 } })
  }
  send(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } })
}).listen(Number(values.port), values.host)
