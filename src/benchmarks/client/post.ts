import http from 'node:http'
import https from 'node:https'
import { authorization, type Target } from './target.ts'

// One connection a request in flight, kept for the next, as the SDKs do.
const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }

/**
 * Sends JSON to one of the target's endpoints. A kept connection that turns out to be closed already is no failure, as
 * for the SDKs: it is sent again on a new one.
 */
export function post(target: Target, path: string, body: object, handlers: Handlers): void {
  const request = send(target, path, body)
  request.on('response', handlers.response)
  request.on('error', (error: NodeJS.ErrnoException) => {
    if (request.reusedSocket && error.code === 'ECONNRESET') post(target, path, body, handlers)
    else handlers.error(error)
  })
}

interface Handlers {
  response(response: http.IncomingMessage): void
  error(error: Error): void
}

function send(target: Target, path: string, body: object): http.ClientRequest {
  const text = JSON.stringify(body)
  const secure = target.url.protocol === 'https:'
  const request = (secure ? https : http).request(`${target.url}/${path}`, {
    method: 'POST',
    agent: secure ? agents['https:'] : agents['http:'],
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      ...authorization(target.apiKey),
    },
  })
  request.end(text)
  return request
}

/** The answer in one piece. Rejects with an Error in words when it isn't a 200. */
export function postWhole(target: Target, path: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = (response: http.IncomingMessage) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${target.url}/${path}: HTTP ${response.statusCode}: ${text}`))
      })
    }
    post(target, path, body, { response: read, error: reject })
  })
}
