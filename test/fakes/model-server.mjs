// What stand-ins for makers' servers of models have in common. A "model" is a file whose first line says how it behaves;
// what a request says may have it go on for ever, or die.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const WORDS = ['one', ' two', ' three', ' four', ' five', ' six']

export function behaviourOf(file) {
  return readFileSync(file, 'utf8').split('\n')[0]
}

/** Its words, as a server counts them that has no tokenizer. */
function tokensOf(text) {
  return text.split(' ').length
}

/** The last message's words, whatever stands beside them. */
function askedBy({ messages, prompt }) {
  const content = messages?.at(-1)?.content ?? prompt ?? ''
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
}

/**
 * Answers a chat or a completion: counts to six; told to echo, tells the body it got.
 * @param limit of this body, `undefined` without one
 * @param echo what else is told of
 * @param stops texts that end it, told as part of it
 */
export async function streamAnswer(body, answer, { limit, echo = {}, stops = [] }) {
  answer.writeHead(200, { 'content-type': 'text/event-stream' })
  const asked = askedBy(body)
  const say = (chunk) => answer.write(`data: ${JSON.stringify({ id: '1', ...chunk })}\n\n`)
  const piece = (text) => (body.messages === undefined ? { text } : { delta: { content: text } })
  const told = asked.startsWith('Echo') ? [JSON.stringify({ ...body, ...echo })] : WORDS
  const endless = asked.startsWith('Endless')
  let count = 0
  for (; endless || (count < (limit ?? told.length) && count < told.length); count++) {
    if (asked.startsWith('Die') && count === 1) process.kill(process.pid, 'SIGSEGV')
    if (answer.destroyed) return
    say({ choices: [{ index: 0, ...piece(told[count % told.length]), finish_reason: null }] })
    if (stops.includes(told[count])) {
      count++
      break
    }
    await pause(2)
  }
  const full = limit !== undefined && count >= limit && count < told.length
  say({ choices: [{ index: 0, ...piece(''), finish_reason: full ? 'length' : 'stop' }] })
  const prompt = tokensOf(asked)
  say({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: count, total_tokens: count + prompt } })
  answer.end('data: [DONE]\n\n')
}

/** How many tokens a body's prompt has. */
export function promptTokensOf(body) {
  return tokensOf(askedBy(body))
}

export function embeddingsOf({ input }) {
  const data = [input].flat().map((text, index) => ({ index, embedding: [text.length, 1, 2] }))
  return { object: 'list', data, usage: { prompt_tokens: 3, total_tokens: 3 } }
}

/** @param take given the path, the body (`null`: none) and what answers: `send(status, body)`, `answer` itself, and the caller's `key` */
export function listenAt(port, host, take) {
  process.once('SIGTERM', () => process.exit(0))
  createServer(async (request, answer) => {
    const send = (status, body) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    await take(request.url, request.method === 'POST' ? await json(request) : null, {
      send,
      answer,
      key: request.headers.authorization,
    })
  }).listen(Number(port), host)
}
