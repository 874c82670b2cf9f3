import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fakes/server.ts'

test('a loaded model says what becomes of each field of a request, by the names that refusals have', async () => {
  const { app } = fakeServer({ models: [{ id: 'm', async *reply() {}, refused: ['topK', 'constraint'] }] })
  const { parameter_support: support } = (await app.inject('/v1/models/m')).json()
  expect(support).toMatchObject({ temperature: 'enforced', top_k: 'refused', response_format: 'refused' })
  const asked = { model: 'm', messages: [{ role: 'user', content: 'hi' }], top_k: 4 }
  const refusal = await app.inject({ method: 'POST', url: '/v1/chat/completions', payload: asked })
  expect(refusal.json().error.param).toBe('top_k')
  await app.close()
})
