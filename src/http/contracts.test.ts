import { expect, test } from 'vitest'
import { says, tokenizes } from '../../test/fakes/scheduler.ts'
import { fakeServer } from '../../test/fakes/server.ts'
import { PRODUCTS } from '../core/products.ts'

const models = [{ id: 'm', reply: says('Hello'), other: tokenizes }]
const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] }

test.each(PRODUCTS)('%s has its routes below its name', async (product) => {
  const { app } = fakeServer({ models })
  const answer = await app.inject({ method: 'POST', url: `/${product}/v1/chat/completions`, payload: chat })
  expect([answer.statusCode, answer.json().choices[0].message.content]).toEqual([200, 'Hello'])
})

test.each([
  ['geniex', { error: expect.any(String), code: -100001 }],
  ['inferbridge', { detail: expect.any(String) }],
  ['llamapi', { error: expect.objectContaining({ code: 'not_found' }) }],
] as const)('what is missing is told as %s does, below its name and where it has the root', async (product, body) => {
  const beside = fakeServer({ models })
  const alone = fakeServer({ models, contract: product })
  const answers = [await beside.app.inject(`/${product}/v1/nowhere`), await alone.app.inject('/nowhere')]
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    [404, body],
    [404, body],
  ])
})

test('a contract at the root leaves room for our other routes', async () => {
  const { app } = fakeServer({ models, contract: 'llamapi' })
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

test('the document describes each route once', async () => {
  const { app } = fakeServer({ models })
  const { paths } = (await app.inject('/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => PRODUCTS.some((product) => path.startsWith(`/${product}/`)))).toEqual([])
})
