#!/usr/bin/env node
// A stand-in for OpenVINO Model Server: its arguments, its own health and status, and the answers of its documents.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { behaviourOf, embeddingsOf, listenAt, promptTokensOf, streamAnswer } from './model-server.mjs'

const NAMES = [
  'rest_port',
  'rest_bind_address',
  'allowed_origins',
  'model_name',
  'model_path',
  'file_system_poll_wait_seconds',
  'task',
  'target_device',
  'max_prompt_len',
  'pooling',
  'normalize',
]
const { values } = parseArgs({ options: Object.fromEntries(NAMES.map((name) => [name, { type: 'string' }])) })
const graph = join(values.model_path, 'graph.pbtxt')
const options = existsSync(graph) ? readFileSync(graph, 'utf8') : ''
const folder = /^\s*models_path: "(.+)"$/m.exec(options)?.[1] ?? values.model_path
const draft = /draft_models_path: "(.+)"/.exec(options)?.[1]
const weights = ['openvino_model.bin', 'openvino_language_model.bin'].map((name) => join(folder, name)).find(existsSync)
const behaviour = behaviourOf(weights)
const { max_position_embeddings: context } = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
if (behaviour === 'broken') {
  console.error('[serving][error] Loading model failed: the model is broken')
  process.exit(1)
}

listenAt(values.rest_port, values.rest_bind_address, (path, body, { send, answer, key }) => {
  if (path.startsWith('/v3/') && key !== `Bearer ${process.env.API_KEY}`) return send(401, { error: 'Unauthorized' })
  if (path === '/v2/health/ready') return send(200, {})
  if (path === '/v1/config') {
    const failed = { state: 'LOADING_PRECONDITION_FAILED', status: { error_message: 'the graph is broken' } }
    const status = behaviour === 'unloaded' ? failed : { state: 'AVAILABLE', status: { error_message: 'OK' } }
    return send(200, { [values.model_name]: { model_version_status: [{ version: '1', ...status }] } })
  }
  if (path === '/v3/models') return send(200, { object: 'list', data: [{ id: values.model_name, object: 'model' }] })
  if (path === '/v3/chat/completions' || path === '/v3/completions') {
    const prompt = promptTokensOf(body)
    if (prompt > context) {
      const why = `Number of prompt tokens: ${prompt} exceeds model max length: ${context}`
      return send(400, { error: `Mediapipe execution failed. MP status - INVALID_ARGUMENT: ${why}` })
    }
    return streamAnswer(body, answer, { limit: body.max_tokens, echo: { flags: values, draft }, stops: body.stop })
  }
  if (path === '/v3/embeddings' && values.task === 'embeddings') return send(200, embeddingsOf(body))
  if (path === '/v3/rerank' && values.task === 'rerank') {
    const score = (text) => 1 / (1 + Math.exp(-text.length / 4))
    return send(200, { results: body.documents.map((text, index) => ({ index, relevance_score: score(text) })) })
  }
  send(404, { error: 'Model with requested name is not found' })
})
