import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatEvents } from '../../src/engine/drivers/upstream/chat-events.ts'
import { createClient, type UpstreamClient } from '../../src/engine/drivers/upstream/client.ts'
import { collect, NEVER } from '../conformance/drivers/subject.ts'
import { type Answer, delta, done, events, FakeVllm } from '../fakes/vllm.ts'

const fake = new FakeVllm()
let url = ''
let client: UpstreamClient
beforeAll(async () => {
  url = await fake.listen()
  const nothing = { key: null, models: null, dialect: null, authority: null }
  client = createClient({ url, slots: 1, patienceMs: 10_000, ...nothing })
})
afterAll(async () => {
  client.close()
  await fake.close()
})

const chat = () => collect(chatEvents(url, client.stream('chat/completions', {}, NEVER)))

const sends =
  (headers: Record<string, string>, bytes: string | Buffer): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream', ...headers }).end(bytes)

test.each<[string, Answer, string]>([
  [
    'a number for text',
    sends({}, `data: ${JSON.stringify(delta({ content: 5 }))}\n\n`),
    'sends a part of an answer in another form than OpenAI has it: {"choices":[{"index":0,"delta":{"content":5}}]}.',
  ],
  [
    'such a number amid text',
    (_, response) => {
      events(response, delta({ content: 'four' }), delta({ content: 5 }), ...done('stop'))
      response.end()
    },
    'sends a part of an answer in another form than OpenAI has it: {"choices":[{"index":0,"delta":{"content":5}}]}.',
  ],
  [
    'bytes that are compressed as nobody here knows',
    sends({ 'content-encoding': 'gzip, snappy' }, 'x'),
    'compresses its answers (gzip, snappy), which was not asked for and can not be undone here.',
  ],
  [
    'no gzip, and says it is',
    sends({ 'content-encoding': 'gzip' }, 'no gzip'),
    'compresses its answers (gzip), and this one is broken: incorrect header check.',
  ],
  [
    'half of what it has compressed',
    sends({ 'content-encoding': 'gzip' }, gzipSync('data: {"choices":[]}\n\n'.repeat(99)).subarray(0, -12)),
    'compresses its answers (gzip), and this one is broken: unexpected end of file.',
  ],
])('a server that sends %s is told of so', async (_, answer, reason) => {
  fake.answer = answer
  await expect(chat()).rejects.toMatchObject({ code: 'upstream_error', details: { url, reason } })
})

test.each<[number, string, string]>([
  [301, 'http://gpu1:9/api/v1/chat/completions', 'http://gpu1:9/api/v1'],
  [302, 'https://me:secret@sso/login?then=secret', 'https://sso/login'],
  [303, '/v2/chat/completions', 'ORIGIN/v2'],
  [307, '//gpu1/v1/chat/completions', 'http://gpu1/v1'],
  [308, 'http://gpu1:9/v1/chat/completions', 'http://gpu1:9/v1'],
])('a redirection (%i) to %s names the address %s', async (status, location, place) => {
  fake.answer = (_, response) => void response.writeHead(status, { location }).end()
  const whither = place.replace('ORIGIN', new URL(url).origin)
  const advice = 'If it has moved there, name that address in `upstreams`.'
  const reason = `redirects to ${whither} (${status}). ${advice}`
  await expect(chat()).rejects.toMatchObject({ code: 'upstream_error', details: { url, reason } })
})

test.each(['', 'http://'])('a redirection to %j says that it leads nowhere', async (location) => {
  fake.answer = (_, response) => void response.writeHead(302, location === '' ? {} : { location }).end()
  await expect(chat()).rejects.toMatchObject({ details: { reason: 'redirects (302), and not to an address.' } })
})

test('counts that are none leave an answer as it is', async () => {
  fake.answer = (_, response) => {
    const odd = { choices: [], usage: { prompt_tokens: 'seven' } }
    events(response, delta({ content: 'a' }), delta({}, { finish_reason: 'stop' }), odd, '[DONE]')
    response.end()
  }
  expect((await chat()).slice(1)).toEqual([
    { type: 'text-delta', text: 'a', tokens: 1 },
    { type: 'usage', promptTokens: 0, completionTokens: 1, cachedTokens: 0 },
    { type: 'finish', reason: 'stop' },
  ])
})
