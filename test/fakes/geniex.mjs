#!/usr/bin/env node
// A stand-in for Qualcomm's `geniex serve`: its flags, a store that its models are looked for in, and its own server's
// streams and errors.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { behaviourOf, listenAt, promptTokensOf, streamAnswer } from './model-server.mjs'

const text = { type: 'string' }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': text,
    'skip-update': { type: 'boolean' },
    host: text,
    origins: text,
    compute: text,
    keepalive: text,
  },
})
if (positionals[0] !== 'serve') throw new Error('serve what?')

const CONTEXT = 512
const [host, port] = values.host.split(':')

/** A model's description and how it behaves. */
function modelOf(name) {
  const home = join(values['data-dir'], 'models', name)
  const manifest = JSON.parse(readFileSync(join(home, 'geniex.json'), 'utf8'))
  return { manifest, behaviour: behaviourOf(join(home, manifest.ModelFile['N/A'].Name)) }
}

listenAt(port, host, (path, body, { send, answer }) => {
  if (path === '/v1/') return answer.writeHead(200).end('GenieX-CLI is running')
  if (body === null) return answer.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found')
  const { manifest, behaviour } = modelOf(body.model)
  if (behaviour === 'broken') return send(500, { code: -100201, error: 'SDKError(Model loading failed)' })
  if (path === '/v1/chat/completions' && body.messages.length === 0) return send(200, null)
  if (promptTokensOf(body) > CONTEXT) {
    const error = { message: "prompt is longer than the model's context window", code: 'context_length_exceeded' }
    return send(400, { error })
  }
  const limit = path === '/v1/completions' ? (body.max_tokens ?? 16) : (body.max_completion_tokens ?? 2048)
  return streamAnswer(body, answer, { limit, echo: { flags: values, manifest } })
})
