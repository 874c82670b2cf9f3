#!/usr/bin/env node
// A stand-in for Rockchip's rkllm3-server: its arguments, /health while it loads, and the streams of its README.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { behaviourOf, embeddingsOf, listenAt, promptTokensOf, streamAnswer } from './model-server.mjs'

const text = { type: 'string' }
const NAMES = [
  'host',
  'port',
  'alias',
  'model',
  'weight',
  'vocab',
  'embed',
  'ctx-size',
  'n-predict',
  'reasoning-format',
  'model2',
  'weight2',
  'img-start',
  'img-end',
  'img-content',
  'img-width',
  'img-height',
]
const { values } = parseArgs({
  // Numbers may be negative.
  strict: false,
  options: { ...Object.fromEntries(NAMES.map((name) => [name, text])), embedding: { type: 'boolean' } },
})
for (const file of [values.weight, values.vocab, values.model2]) if (file !== undefined) readFileSync(file)
if (behaviourOf(values.model) === 'broken') {
  console.error('E rkllm3: failed to load the model')
  process.exit(1)
}

/** Asked so often before it is ready. */
let loading = 2

listenAt(values.port, values.host, (path, body, { send, answer }) => {
  if (path === '/health') {
    if (loading-- > 0) return send(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } })
    return send(200, { status: 'ok' })
  }
  if (path === '/v1/models') {
    return send(200, { object: 'list', data: [{ id: values.alias, object: 'model', created: 1, owned_by: 'rknn' }] })
  }
  if (path === '/v1/chat/completions' && !values.embedding) {
    const [prompt, context] = [promptTokensOf(body), Number(values['ctx-size'])]
    if (prompt > context) {
      const message = `request (${prompt} tokens) exceeds the available context size (${context} tokens)`
      return send(400, { error: { code: 400, message, type: 'exceed_context_size_error' } })
    }
    return streamAnswer(body, answer, { limit: body.max_tokens, echo: { context: values['ctx-size'], flags: values } })
  }
  if (path === '/v1/embeddings' && values.embedding) return send(200, embeddingsOf(body))
  send(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } })
})
