import { describe, expect, test } from 'vitest'
import { askChat, error, model } from '../../../test/fakes/chat.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

describe('messages', () => {
  test.each<[string, string, unknown]>([
    ['messages', 'missing_field', undefined],
    ['messages', 'missing_field', null],
    ['messages', 'invalid_value', 'hi'],
    ['messages', 'invalid_value', []],
    ['messages.0', 'invalid_value', [null]],
    ['messages.0', 'invalid_value', ['hi']],
    ['messages.0.role', 'missing_field', [{ content: 'x' }]],
    ['messages.0.role', 'invalid_value', [{ role: 'robot', content: 'x' }]],
    ['messages.0.content', 'missing_field', [{ role: 'user' }]],
    ['messages.0.content', 'missing_field', [{ role: 'user', content: null }]],
    ['messages.0.content', 'missing_field', [{ role: 'assistant' }]],
    ['messages.0.content', 'missing_field', [{ role: 'assistant', content: null, tool_calls: [] }]],
    ['messages.0.content', 'invalid_value', [{ role: 'user', content: 5 }]],
    ['messages.0.content', 'invalid_value', [{ role: 'user', content: [] }]],
    [
      'messages.0.content.1.image_url',
      'missing_field',
      [{ role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] }],
    ],
    ['messages.0.content.0', 'invalid_value', [{ role: 'user', content: ['a'] }]],
    ['messages.0.content.0.text', 'missing_field', [{ role: 'user', content: [{ type: 'text' }] }]],
    ['messages.0.tool_call_id', 'missing_field', [{ role: 'tool', content: 'x' }]],
    ['messages.1.content', 'missing_field', [{ role: 'user', content: 'x' }, { role: 'user' }]],
  ])('%s: %s for %j', async (param, code, messages) => {
    const { status, body } = await askChat({ messages })
    expect([status, error(body).code, error(body).param]).toEqual([400, code, param])
  })

  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  test.each([
    ['image_url.url', { url: `data:image/png;base64,${pixel}` }],
    ['image_url', `data:image/webp;base64,${pixel}`],
    ['image_url.url', { url: 'http://169.254.169.254/' }],
    ['image_url.url', { url: 'file:///etc/passwd' }],
  ])('a model that reads text refuses an image by its place, %s, and fetches nothing: %j', async (field, image_url) => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url },
    ]
    const { status, body, tasks } = await askChat({ messages: [{ role: 'user', content }] })
    const param = `messages.0.content.1.${field}`
    expect([status, error(body), tasks]).toMatchObject([400, { param, code: 'wrong_model_type' }, []])
    expect(error(body).message).toBe(
      `The model \`m\` cannot answer this kind of request: it can't see, and \`${param}\` is an image.`,
    )
  })

  test('a turn of tool calls is the same with null, empty or no content', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'get_time', arguments: '{"city":"Rome"}' } }
    const prompts = []
    for (const content of [{ content: null }, {}, { content: '' }]) {
      const messages = [
        { role: 'user', content: 'Time?' },
        { role: 'assistant', ...content, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '12:00' },
      ]
      const { status, tasks } = await askChat({ messages })
      prompts.push(status, tasks[0]?.prompt)
    }
    const prompt = '<user>Time?<assistant>(get_time {"city": "Rome"})<tool>12:00<assistant>'
    expect(prompts).toEqual([200, prompt, 200, prompt, 200, prompt])
  })

  test("a template's refusal is a 400 in its own words", async () => {
    const { status, body } = await askChat({ messages: [{ role: 'user', content: 'UNSPEAKABLE' }] })
    expect([status, error(body).code]).toEqual([400, 'template_error'])
    expect(error(body).message).toContain('I will not say that')
  })

  test('a lone surrogate reaches the model as U+FFFD', async () => {
    const { app, scheduler } = fakeServer({ models: [model] })
    const payload = '{"model":"m","messages":[{"role":"user","content":"a\\ud83db"}]}'
    const headers = { 'content-type': 'application/json' }
    await app.inject({ method: 'POST', url: '/v1/chat/completions', headers, payload })
    expect(scheduler.tasks[0]?.prompt).toBe('<user>a\uFFFDb<assistant>')
  })
})
