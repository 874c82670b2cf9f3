import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'
import type { TokenLogprob } from '../../core/event.ts'
import { type Chunk, chunkSchema, completionSchema } from './response-schema.ts'

const HERMES =
  '{% for tool in tools or [] %}<tool>{{ tool.function.name }}{% endfor %}{% for message in messages %}{{ message.content }}{% endfor %}{# <tool_call> #}'

/** Two tokens of an emoji's bytes, then text: deltas as an engine makes them, and the bytes of each token. */
const EMOJI = Buffer.from('😀')
const PIECES: readonly (readonly [text: string, ...tokens: Buffer[]])[] = [
  ['', EMOJI.subarray(0, 2)],
  ['😀', EMOJI.subarray(2)],
  [' Hi', Buffer.from(' Hi')],
  ['\n', Buffer.from('\n')],
]

function tokenOf(bytes: Buffer, id: number): TokenLogprob {
  const base64 = bytes.toString('base64')
  const rivals = [
    { id, bytes: base64, logprob: -0.25 },
    { id: 99, bytes: Buffer.from('x').toString('base64'), logprob: Number.NEGATIVE_INFINITY },
  ]
  return { id, bytes: base64, logprob: -0.25, top: rivals }
}

/** What is thought, in tokens that have parts of its tags in them. */
const THOUGHT = ['<thi', 'nk>r', '</th', 'ink>A', 'NS'].map((text) => [text, Buffer.from(text)] as const)

const tells = (pieces: typeof PIECES): Reply =>
  async function* (task) {
    yield { type: 'prompt-progress', done: 1, total: 1, cached: 0 }
    for (const [text, ...tokens] of pieces) {
      const logprobs = tokens.map(tokenOf).map((token) => ({ ...token, top: token.top.slice(0, task.logprobs ?? 0) }))
      yield { type: 'text-delta', text, tokens: tokens.length, ...(task.logprobs !== undefined && { logprobs }) }
    }
    yield { type: 'usage', promptTokens: 1, completionTokens: pieces.length, cachedTokens: 0 }
    yield { type: 'finish', reason: 'stop' }
  }

async function post(fields: object, pieces = PIECES): Promise<string> {
  const { app } = fakeServer({ models: [{ id: 'm', chatTemplate: HERMES, reply: tells(pieces) }] })
  const payload = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }
  return (await app.inject({ method: 'POST', url: '/v1/chat/completions', payload })).body
}

const weather = { type: 'function', function: { name: 'get_weather' } }

describe.each([
  ['alone', {}],
  ['with tools', { tools: [weather] }],
])('logprobs %s', (_, more) => {
  const fields = { logprobs: true, top_logprobs: 2, ...more }

  test('are one a token, and their bytes are those of the content', async () => {
    const { choices } = completionSchema.strict().parse(JSON.parse(await post(fields)))
    const content = choices[0]?.logprobs?.content ?? []
    expect(content.map(({ bytes }) => bytes)).toEqual(PIECES.map(([, token]) => [...(token ?? [])]))
    expect(Buffer.from(content.flatMap(({ bytes }) => bytes)).toString()).toBe('😀 Hi\n')
    expect(choices[0]?.message.content).toBe('😀 Hi\n')
    expect(content[2]).toEqual({
      token: ' Hi',
      bytes: [32, 72, 105],
      logprob: -0.25,
      top_logprobs: [
        { token: ' Hi', bytes: [32, 72, 105], logprob: -0.25 },
        { token: 'x', bytes: [120], logprob: -9999 },
      ],
    })
  })

  test('are the same in a stream', async () => {
    const whole = completionSchema.parse(JSON.parse(await post(fields)))
    const frames = (await post({ ...fields, stream: true })).split('\n\n').slice(0, -2)
    const all = frames.map((frame): Chunk => chunkSchema.strict().parse(JSON.parse(frame.slice(6))))
    const told = all.flatMap((chunk) => chunk.choices.flatMap((choice) => choice.logprobs?.content ?? []))
    expect(told).toEqual(whole.choices[0]?.logprobs?.content)
  })
})

test.each([
  ['are of the answer alone', {}, 'ink>ANS'],
  ['are of it too where it is left in the text', { reasoning_format: 'none' }, '<think>r</think>ANS'],
  ['end where a stop string in it ends the text', { reasoning_format: 'none', stop: '</think>' }, '<think>r'],
])('logprobs of what is thought %s', async (_, fields, told) => {
  const { choices } = JSON.parse(await post({ logprobs: true, ...fields }, THOUGHT))
  expect(choices[0].logprobs.content.map(({ token }: { token: string }) => token).join('')).toBe(told)
})

test('logprobs without alternatives have none', async () => {
  const { choices } = JSON.parse(await post({ logprobs: true }))
  expect(choices[0].logprobs.content[0].top_logprobs).toEqual([])
})

test('logprobs of a call are not told', async () => {
  const call = '<tool_call>{"name": "get_weather", "arguments": {}}</tool_call>'
  const body = await post({ logprobs: true, tools: [weather] }, [[call, Buffer.from(call)]])
  const { choices } = JSON.parse(body)
  expect([choices[0].finish_reason, choices[0].logprobs]).toEqual(['tool_calls', { content: [], refusal: null }])
})

test.each<object>([{}, { logprobs: null, top_logprobs: null }, { logprobs: false, top_logprobs: 0 }])(
  '%j asks for none',
  async (fields) => {
    expect(JSON.parse(await post(fields)).choices[0].logprobs).toBeNull()
  },
)

test.each<object>([{ top_logprobs: 3 }, { logprobs: true, top_logprobs: 21 }, { logprobs: true, top_logprobs: -1 }])(
  '%j is a 400',
  async (fields) => {
    expect(JSON.parse(await post(fields)).error).toMatchObject({ code: 'invalid_value', param: 'top_logprobs' })
  },
)
