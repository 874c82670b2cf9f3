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

test.each([
  ['inferbridge', 'DELETE', '/v1/models/load', 'POST', { detail: 'Method Not Allowed' }],
  ['inferbridge', 'GET', '/v1/models/load/', 'POST', { detail: 'Method Not Allowed' }],
  ['inferbridge', 'GET', '/v1/models/cancel?x=1', 'POST', { detail: 'Method Not Allowed' }],
  ['inferbridge', 'DELETE', '/v1/models/status', 'GET, HEAD', { detail: 'Method Not Allowed' }],
  [
    'llamapi',
    'DELETE',
    '/v1/models/resize',
    expect.stringContaining('POST'),
    { error: expect.objectContaining({ code: 'method_not_allowed' }) },
  ],
] as const)(
  "at %s's root, %s %s is for nobody, though our own routes would take it",
  async (contract, method, url, allow, body) => {
    const { app } = fakeServer({ models, contract })
    const answer = await app.inject({ method, url })
    expect([answer.statusCode, answer.headers.allow, answer.json()]).toEqual([405, allow, body])
  },
)

test("errors of our own routes are in the product's form at its root, and in OpenAI's below ours", async () => {
  const { app } = fakeServer({ models, contract: 'inferbridge' })
  for (const url of ['/v1/responses/resp_1', '/v1/models/nobody']) {
    const answers = [await app.inject(url), await app.inject(`/trivet${url}`)]
    expect(answers.map((answer) => [answer.statusCode, Object.keys(answer.json())])).toEqual([
      [404, ['detail']],
      [404, ['error']],
    ])
  }
})

test('the document describes each route once', async () => {
  const { app } = fakeServer({ models })
  const { paths } = (await app.inject('/openapi.json')).json()
  expect(Object.keys(paths).filter((path) => PRODUCTS.some((product) => path.startsWith(`/${product}/`)))).toEqual([])
})
