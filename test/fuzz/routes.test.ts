import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { says } from '../fakes/scheduler.ts'
import { fakeServer } from '../fakes/server.ts'
import { everyOther } from './every-task.ts'
import { faultLog } from './faults.ts'
import { nearBodies } from './near-values.ts'

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly url: string
  readonly body: z.ZodType | null
}

/** Streams that go on until their client leaves. */
const ENDLESS = ['/v1/models/events']

const RUNS = Number(process.env.FUZZ_RUNS ?? 25)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_130)

const { faults, logger } = faultLog()
const { app } = fakeServer({
  models: [
    { id: 'm', reply: says('Hello', ' there'), other: everyOther, capabilities: { embeddingSize: 4, rerank: true } },
  ],
  logger,
})
const routes: Route[] = []
app.addHook('onRoute', ({ method, url, schema }) => {
  if (method === 'GET' || method === 'POST' || method === 'DELETE') {
    routes.push({ method: method as Route['method'], url, body: (schema?.body as z.ZodType | undefined) ?? null })
  }
})
await app.ready()
afterAll(() => app.close())

const segment = fc.oneof(
  fc.constantFrom('m', 'resp_1', 'org%2Fmodel', '..%2F..', '%00', '%FF', '%', '__proto__', 'a'.repeat(1500)),
  fc.webSegment(),
)
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  fc.constantFrom('?limit=1', '?limit=-1', '?cursor=x', '?a[b]=c', '?%', '?stream=maybe', '?include=a&include=b'),
)

describe.each(routes.filter(({ url }) => !ENDLESS.some((path) => url.endsWith(path))))('$method $url', (route) => {
  const bodies = route.body === null ? fc.constant(undefined) : fc.oneof(nearBodies(route.body), fc.jsonValue())

  test('whatever comes is answered, under an id, and is no fault of the server', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, segment, query, async (body, part, search) => {
        faults.length = 0
        const response = await app.inject({
          method: route.method,
          url: route.url.replace(/:\w+|\*/g, () => part) + search,
          ...(body !== undefined && { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        expect([faults, response.headers['x-request-id']]).toEqual([[], expect.stringMatching(/^[\w.:-]+$/)])
        if (response.statusCode >= 400) JSON.parse(response.body)
      }),
      { numRuns: RUNS, seed: SEED },
    )
  })
})
