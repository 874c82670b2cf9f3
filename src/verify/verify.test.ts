import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endServer, listenAtLoopback } from '../../test/fakes/loopback.ts'
import type { Check } from './check.ts'
import { hasStatus, must, Skip, told } from './judge.ts'
import { markdownReport } from './markdown.ts'
import type { Result } from './report.ts'
import { type VerifyOptions, verify } from './verify.ts'

const servers: Server[] = []
afterEach(() => Promise.all(servers.splice(0).map(endServer)))

/** The address of a server that answers so. */
async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  return listenAtLoopback(server)
}

/** Lists one model, and echoes whatever else is sent. */
const listing: RequestListener = (request, response) => {
  if (request.url === '/v1/models') response.end('{"data":[{"id":"first"}]}')
  else request.pipe(response)
}

const check = (name: string, run: Check['run'], more: Partial<Check> = {}): Check => {
  return { name, profiles: [], requires: [], run, ...more }
}

function options(url: string, checks: readonly Check[], more: Partial<VerifyOptions> = {}): VerifyOptions {
  const none = { key: null, model: null, embeddingModel: null, onResult: () => {} }
  return { contract: 'geniex', profile: 'full', limitMs: 60_000, url, checks, ...none, ...more }
}

const SECRET = 'the text of an answer'

test('each check is told as it ends, and the report counts them', async () => {
  const seen: Result[] = []
  const checks = [
    check('lists', async ({ client }) => hasStatus(await client.get('/v1/models'), 200)),
    check('breaks', async ({ client }) => hasStatus(await client.get('/v1/models'), 404, 410)),
    check('is odd', async () => must(false, 'it is odd'), { grade: 'should' }),
    check('can not be seen', async () => {
      throw new Skip('not here')
    }),
    check('embeds', async () => {}, { requires: ['embedding model'] }),
  ]
  const url = await serving(listing)
  const report = await verify(options(url, checks, { onResult: (result) => seen.push(result) }))
  expect(report.checks).toEqual(seen)
  expect(seen.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['passed', undefined],
    ['failed', 'status 200, not 404 or 410'],
    ['warned', 'it is odd'],
    ['skipped', 'not here'],
    ['skipped', 'no embedding model was named with --embedding-model'],
  ])
  expect(report).toMatchObject({ model: 'first', totals: { passed: 1, failed: 1, warned: 1, skipped: 2 } })
  const markdown = markdownReport(report)
  expect(markdown).toContain('1 passed, 1 failed, 1 warned, 2 skipped.')
  expect(markdown.match(/^## .+/gm)).toEqual(['## failed', '## warned', '## skipped', '## passed'])
  expect(markdown).toContain('\n* breaks: status 200, not 404 or 410\n')
})

test('a profile has its own checks and those of the core; full has all', async () => {
  const checks = (['core', 'openwebui', 'n8n'] as const).map((profile) =>
    check(profile, async () => {}, { profiles: [profile] }),
  )
  const url = await serving(listing)
  const names = async (profile: VerifyOptions['profile']) =>
    (await verify(options(url, [...checks, check('rest', async () => {})], { profile }))).checks.map(({ name }) => name)
  expect(await names('core')).toEqual(['core'])
  expect(await names('n8n')).toEqual(['core', 'n8n'])
  expect(await names('full')).toEqual(['core', 'openwebui', 'n8n', 'rest'])
})

test('what was said is in no report, and neither is a password of the address', async () => {
  const schema = z.object({ said: z.number(), kind: z.literal('b') })
  const checks = [
    check('reads', async ({ client }) => {
      told(await client.post('/echo', { said: SECRET, kind: SECRET }), 200, schema)
    }),
  ]
  const url = await serving(listing)
  const report = await verify(options(url.replace('//', '//me:hidden@'), [], { model: 'm' }))
  expect(report.url).toBe(url)
  const echoed = await verify(options(url, checks))
  expect(echoed.checks[0]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('said: ') })
  expect(JSON.stringify(echoed)).not.toContain(SECRET)
})

test('a server that never answers fails the check, and one that is not there ends it all', async () => {
  const url = await serving(() => {})
  const report = await verify(
    options(url, [check('waits', async ({ client }) => void (await client.get('/')))], { model: 'm', limitMs: 50 }),
  )
  expect(report.checks[0]).toMatchObject({ outcome: 'failed', reason: 'no answer in time' })
  const nowhere = verify(options('http://127.0.0.1:1', []))
  await expect(nowhere).rejects.toMatchObject({ code: 'upstream_error' })
})

test.each([400, 404])(
  'a model that is neither listed nor taken (%i) ends it all; an unlisted one that is taken does not',
  async (status) => {
    const url = await serving((request, response) => {
      if (request.url === '/v1/models') return void response.end('{"data":[{"id":"first"}]}')
      let body = ''
      request.on('data', (piece) => {
        body += piece
      })
      request.on('end', () => {
        response.statusCode = request.method === 'GET' ? 404 : body.includes('nope') ? status : 200
        response.end('{}')
      })
    })
    const given = (more: Partial<VerifyOptions>) => verify(options(url, [], more))
    for (const more of [{ model: 'nope' }, { model: 'first', embeddingModel: 'nope' }]) {
      await expect(given(more)).rejects.toMatchObject({ code: 'model_not_found', details: { model: 'nope' } })
    }
    expect(await given({ model: 'alias', embeddingModel: 'alias' })).toMatchObject({ model: 'alias' })
  },
)

test('a key is sent as a bearer token, and can be left out for once', async () => {
  const seen: (string | undefined)[] = []
  const url = await serving((request, response) => {
    if (request.url === '/') seen.push(request.headers.authorization)
    response.end()
  })
  const asks = check('asks', async ({ client }) => {
    await client.get('/')
    await client.withKey(null).get('/')
  })
  await verify(options(url, [asks], { key: 'k', model: 'm' }))
  expect(seen).toEqual(['Bearer k', undefined])
})
