import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '../../test/fakes/server.ts'
import type { PageFile } from '../api/page/web-page.ts'
import type { ContractId } from '../core/products.ts'

const file = (text: string, contentType: string, isFixed: boolean): PageFile => ({
  contentType,
  body: Buffer.from(text),
  gzip: () => gzipSync(text),
  etag: `"${text}"`,
  isFixed,
})

const page = new Map([
  ['index.html', file('<html>', 'text/html; charset=utf-8', false)],
  ['assets/app-12345678.js', file('run()', 'text/javascript; charset=utf-8', true)],
])

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

function server(contract: ContractId = 'unified', options: object = {}) {
  const { app } = fakeServer({ models: [], page, contract, ...options })
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
}

describe('the web page', () => {
  test('is at the root for who reads HTML, under a policy that lets nothing else in', async () => {
    const response = await server()('/', HTML)
    expect([response.statusCode, response.body]).toEqual([200, '<html>'])
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', etag: '"<html>"', vary: 'accept-encoding' })
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
  })

  test('leads programs to the documentation, and everyone where it was not built', async () => {
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }]) {
      const { statusCode, headers: sent } = await server()('/', headers)
      expect([statusCode, sent.location]).toEqual([302, '/docs'])
    }
    expect((await server('unified', { page: undefined })('/', HTML)).headers.location).toBe('/docs')
  })

  test.each([
    ['unified', '/trivet', './trivet/'],
    ['unified', '/trivet?a=1', './trivet/?a=1'],
  ] as const)('below %s%s its parts are looked for beside it', async (contract, url, location) => {
    const response = await server(contract)(url, HTML)
    expect([response.statusCode, response.headers.location]).toEqual([302, location])
  })

  test.each(['geniex', 'inferbridge', 'llamapi'] as const)('of a server that stands in for %s is below', async (id) => {
    const ask = server(id)
    expect((await ask('/', HTML)).body).not.toBe('<html>')
    expect((await ask('/trivet/', HTML)).body).toBe('<html>')
    expect((await ask('/trivet/assets/app-12345678.js')).body).toBe('run()')
    expect((await ask('/assets/app-12345678.js')).statusCode).toBe(404)
  })

  test('loads without a key', async () => {
    const ask = server('unified', { auth: 'required' })
    expect([(await ask('/', HTML)).statusCode, (await ask('/assets/app-12345678.js')).statusCode]).toEqual([200, 200])
    expect((await ask('/v1/models')).statusCode).toBe(401)
  })
})

describe('its parts', () => {
  const url = '/assets/app-12345678.js'

  test('are kept for good', async () => {
    const { headers } = await server()(url)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
      'text/javascript; charset=utf-8',
      'nosniff',
    ])
  })

  test.each([
    ['gzip, br', true],
    ['br;q=1, gzip;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0.0, br', false],
    ['br', false],
    ['', false],
  ])('are compressed for who accepts "%s": %s', async (accepted, packed) => {
    const { headers, rawPayload } = await server()(url, { 'accept-encoding': accepted })
    expect(headers['content-encoding']).toBe(packed ? 'gzip' : undefined)
    expect(String(packed ? gunzipSync(rawPayload) : rawPayload)).toBe('run()')
  })

  test.each(['"run()"', 'W/"run()"', '"other", "run()"', '*'])('are not sent to who has them: %s', async (etag) => {
    const { statusCode, body } = await server()(url, { 'if-none-match': etag })
    expect([statusCode, body]).toEqual([304, ''])
  })

  test('that are not there are not found', async () => {
    for (const missing of ['/assets/none.js', '/assets/', '/assets/..%2Findex.html']) {
      const response = await server()(missing)
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found'])
    }
  })
})
