import { expect, test } from 'vitest'
import { says } from '../../../test/fakes/scheduler.ts'
import { fakeServer } from '../../../test/fakes/server.ts'

const messages = [{ role: 'user', content: 'hi' }]
const schema = { properties: { a: { not: {} } } }
const format = { type: 'json_schema', name: 'x', schema }

test.each<[string, object, object]>([
  ['/v1/responses', { input: 'hi', text: { format } }, { error: { code: 'unsupported_schema', param: 'text.format' } }],
  [
    '/v1/messages',
    { max_tokens: 9, messages, output_config: { format } },
    { error: { type: 'invalid_request_error' } },
  ],
  ['/api/chat', { messages, stream: false, format: schema }, {}],
])('%s refuses a schema that it could not enforce', async (url, fields, expected) => {
  const { app, scheduler } = fakeServer({ models: [{ id: 'm', reply: says('{}') }] })
  const response = await app.inject({ method: 'POST', url, payload: { model: 'm', ...fields } })
  expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({})])
  expect(response.json()).toMatchObject(expected)
  expect(response.body).toContain('`not` at #/properties/a is not supported')
  expect(scheduler.tasks).toEqual([])
})
