import { describe, expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const turns = '{% for message in messages %}<{{ message.role }}>{{ message.content }}{% endfor %}<assistant>'
const TEMPLATES = {
  'that never thinks': turns,
  'that always thinks': `{# </think> #}${turns}<think>`,
  'that thinks when told to': `${turns}{% if not enable_thinking %}<think></think>{% endif %}`,
  'that looks at the effort': `{# </think> #}{{ reasoning_effort }}${turns}`,
}
type Model = keyof typeof TEMPLATES

const messages = [{ role: 'user', content: 'hi' }]
const BODIES: Readonly<Record<string, object>> = {
  '/v1/chat/completions': { messages },
  '/v1/responses': { input: 'hi' },
  '/v1/messages': { messages, max_tokens: 9 },
  '/api/chat': { messages, stream: false },
  '/api/generate': { prompt: 'hi', stream: false },
}

async function post(path: string, model: Model, fields: object) {
  const { app } = fakeServer({ models: [{ id: 'm', chatTemplate: TEMPLATES[model], reply: says('ok') }] })
  const response = await app.inject({ method: 'POST', url: path, payload: { model: 'm', ...BODIES[path], ...fields } })
  return { status: response.statusCode, warnings: response.headers['x-trivet-warnings'], body: response.json() }
}

describe('thinking that is asked for in vain is named', () => {
  test.each<[string, Model, object, string | undefined]>([
    ['/v1/chat/completions', 'that never thinks', {}, undefined],
    ['/v1/chat/completions', 'that never thinks', { enable_thinking: true }, 'enable_thinking'],
    ['/v1/chat/completions', 'that never thinks', { enable_think: true }, 'enable_think'],
    ['/v1/chat/completions', 'that never thinks', { reasoning: { enabled: true } }, 'reasoning.enabled'],
    ['/v1/chat/completions', 'that never thinks', { enable_thinking: false }, undefined],
    ['/v1/chat/completions', 'that never thinks', { reasoning_effort: 'none' }, undefined],
    ['/v1/chat/completions', 'that never thinks', { reasoning_effort: 'low' }, 'reasoning_effort'],
    ['/v1/chat/completions', 'that never thinks', { reasoning: { effort: 'low' } }, 'reasoning.effort'],
    ['/v1/chat/completions', 'that looks at the effort', { reasoning_effort: 'low' }, undefined],
    ['/v1/chat/completions', 'that always thinks', { enable_thinking: true }, undefined],
    ['/v1/chat/completions', 'that always thinks', { enable_thinking: false }, 'enable_thinking'],
    ['/v1/chat/completions', 'that always thinks', { reasoning_effort: 'none' }, 'reasoning_effort'],
    ['/v1/chat/completions', 'that thinks when told to', { enable_thinking: false }, undefined],
    ['/v1/responses', 'that never thinks', { reasoning: { effort: 'high' } }, 'reasoning.effort'],
    ['/v1/responses', 'that looks at the effort', { reasoning: { effort: 'high' } }, undefined],
    ['/v1/responses', 'that always thinks', { reasoning: { effort: 'none' } }, 'reasoning.effort'],
    ['/v1/messages', 'that never thinks', { thinking: { type: 'enabled', budget_tokens: 9 } }, 'thinking'],
    ['/v1/messages', 'that never thinks', { thinking: { type: 'adaptive' } }, 'thinking'],
    ['/v1/messages', 'that never thinks', { thinking: { type: 'disabled' } }, undefined],
    ['/v1/messages', 'that always thinks', { thinking: { type: 'disabled' } }, 'thinking'],
    ['/v1/messages', 'that always thinks', { output_config: { effort: 'max' } }, 'output_config.effort'],
    ['/api/chat', 'that never thinks', { think: true }, 'think'],
    ['/api/chat', 'that never thinks', { think: 'high' }, 'think'],
    ['/api/chat', 'that looks at the effort', { think: 'high' }, undefined],
    ['/api/chat', 'that always thinks', { think: false }, 'think'],
    ['/api/generate', 'that never thinks', { think: true }, 'think'],
    ['/api/generate', 'that looks at the effort', { think: 'high', raw: true }, 'think'],
  ])('%s, of a model %s: %j', async (path, model, fields, field) => {
    const { status, warnings } = await post(path, model, fields)
    expect([status, warnings]).toEqual([200, field && `ignored: ${field}`])
  })
})

describe('words that no original knows are refused by name', () => {
  test.each<[string, object, string]>([
    ['/v1/chat/completions', { reasoning_effort: 'zzz' }, 'reasoning_effort'],
    ['/v1/chat/completions', { reasoning: { effort: 'zzz' } }, 'reasoning.effort'],
    ['/v1/chat/completions', { service_tier: 'zzz' }, 'service_tier'],
    ['/v1/chat/completions', { prompt_cache_retention: 'zzz' }, 'prompt_cache_retention'],
    ['/v1/chat/completions', { user: 5 }, 'user'],
    ['/v1/chat/completions', { metadata: 'zzz' }, 'metadata'],
    ['/v1/completions', { prompt: 'a', user: 5 }, 'user'],
    ['/v1/responses', { reasoning: { effort: 'zzz' } }, 'reasoning.effort'],
    ['/v1/responses', { reasoning: { summary: 'zzz' } }, 'reasoning.summary'],
    ['/v1/responses', { service_tier: 'zzz' }, 'service_tier'],
  ])('%s: %j', async (path, fields, param) => {
    const { status, body } = await post(path, 'that never thinks', fields)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_value', param])
  })

  test.each<[string, object, string]>([
    ['/v1/messages', { output_config: { effort: 'zzz' } }, 'output_config.effort'],
    ['/v1/messages', { service_tier: 'zzz' }, 'service_tier'],
    ['/v1/messages', { thinking: { type: 'adaptive', display: 'zzz' } }, 'thinking.display'],
    ['/api/chat', { think: 'zzz' }, 'think'],
  ])('%s: %j, in its own words', async (path, fields, field) => {
    const { status, body } = await post(path, 'that never thinks', fields)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(`\`${field}\``)])
  })
})

test('what the original knows has no effect and needs no warning', async () => {
  const fields = {
    service_tier: 'flex',
    user: 'u',
    safety_identifier: 's',
    prompt_cache_key: 'k',
    metadata: { a: 'b' },
  }
  for (const path of ['/v1/chat/completions', '/v1/responses']) {
    expect((await post(path, 'that never thinks', fields)).warnings).toBeUndefined()
  }
})
