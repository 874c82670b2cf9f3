import { describe, expect, test } from 'vitest'
import { says, tokenizes } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

/** Conversations that other servers are known to fail on, as the prompts they make. */

const PLAIN = '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}<assistant>'
const LISTS_ONLY = '{% for m in messages %}<{{ m.role }}>{% for p in m.content %}{{ p.text }};{% endfor %}{% endfor %}'
const KNOWN_ROLES =
  "{% for m in messages %}{% if m.role not in ['system', 'user', 'assistant'] %}{{ raise_exception('Unexpected role') }}{% endif %}<{{ m.role }}>{{ m.content }}{% endfor %}"
const DEVELOPER = `{% for m in messages %}{% if m.role == 'developer' %}<dev>{{ m.content }}{% else %}<{{ m.role }}>{{ m.content }}{% endif %}{% endfor %}`
const ALTERNATING =
  "{% set turns = messages[1:] if messages[0].role == 'system' else messages %}{% for m in turns %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Roles must alternate') }}{% endif %}<{{ m.role }}>{{ m.content }}{% endfor %}"
const TOOLS =
  '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% for c in m.tool_calls or [] %}[{{ c.function.name }} {{ c.function.arguments | tojson }}]{% endfor %}{% endfor %}'

async function render(chatTemplate: string, messages: unknown) {
  const { app } = fakeServer({ models: [{ id: 'm', reply: says(), other: tokenizes, chatTemplate }] })
  const payload = { model: 'm', messages }
  const response = await app.inject({ method: 'POST', url: '/v1/chat/render', payload })
  const body = response.json()
  return { status: response.statusCode, prompt: body.prompt as string, error: body.error }
}

const said = (role: string, content: unknown) => ({ role, content })

describe('a developer message reaches', () => {
  test.each([
    ['a template that prints any role', PLAIN, '<system>MARK<user>hi<assistant>'],
    ['one that raises on unknown roles', KNOWN_ROLES, '<system>MARK<user>hi'],
    ['one that has a branch for it', DEVELOPER, '<dev>MARK<user>hi'],
  ])('%s', async (_, template, prompt) => {
    expect((await render(template, [said('developer', 'MARK'), said('user', 'hi')])).prompt).toBe(prompt)
  })
})

describe('a template that wants turns to alternate', () => {
  test.each([
    [['system', 'user', 'user'], '<user>1\n2'],
    [['user', 'assistant', 'assistant', 'user'], '<user>0<assistant>1\n2<user>3'],
  ])('gets %j merged', async (roles, prompt) => {
    const messages = roles.map((role, place) => said(role, `${place}`))
    expect((await render(ALTERNATING, messages)).prompt).toBe(prompt)
  })

  test('says in its own words what cannot be mended', async () => {
    const { status, error } = await render(ALTERNATING, [said('assistant', 'a'), said('user', 'b')])
    expect([status, error]).toEqual([
      400,
      {
        message: "The model's chat template refused these messages: Roles must alternate",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'template_error',
      },
    ])
  })
})

test.each([
  ['is gone on with', '1, 2, 3,', '<user>Count.<assistant>1, 2, 3,'],
  ['that is empty is none', '', '<user>Count.<assistant>'],
])('an answer that has begun %s', async (_, begun, prompt) => {
  expect((await render(PLAIN, [said('user', 'Count.'), said('assistant', begun)])).prompt).toBe(prompt)
})

test('calls without content are one prompt, however the content is missing', async () => {
  const calls = [{ id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{}' } }]
  const missing: readonly object[] = [{ content: null }, {}, { content: '' }]
  for (const content of missing) {
    const call = { role: 'assistant', tool_calls: calls, ...content }
    const { prompt } = await render(TOOLS, [said('user', 'q'), call, { ...said('tool', '12:00'), tool_call_id: 'c1' }])
    expect(prompt).toBe('<user>q<assistant>[get_time {}]<tool>12:00')
  }
})

describe('parts of text', () => {
  const parts = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  const everywhere = [
    said('system', parts),
    said('user', parts),
    { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { ...said('tool', parts), tool_call_id: 'c' },
  ]

  test('reach a template that reads texts', async () => {
    const { prompt } = await render(PLAIN.replace('<assistant>', ''), everywhere)
    expect(prompt).toBe('<system>a\nb<user>a\nb<assistant><tool>a\nb')
  })

  test('and one that reads lists', async () => {
    expect((await render(LISTS_ONLY, everywhere)).prompt).toBe('<system>a;b;<user>a;b;<assistant><tool>a;b;')
  })

  test.each([
    [[{ type: 'hologram' }], 'messages.0.content.0'],
    [[{ type: 'text', text: 'a' }, { type: 'text' }], 'messages.0.content.1.text'],
    [[], 'messages.0.content'],
    [null, 'messages.0.content'],
  ])('%j is refused where it is wrong', async (content, param) => {
    const { status, error } = await render(PLAIN, [said('user', content)])
    expect([status, error.param]).toEqual([400, param])
  })
})

test.each([
  [[], 'messages'],
  [undefined, 'messages'],
  ['hi', 'messages'],
  [[{ role: 'user' }], 'messages.0.content'],
  [[null], 'messages.0'],
])('messages %j are refused', async (messages, param) => {
  const { status, error } = await render(PLAIN, messages)
  expect([status, error.param]).toEqual([400, param])
})
