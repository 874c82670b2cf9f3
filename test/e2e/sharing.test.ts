import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_REDIS, REDIS_PROGRAM, RedisServer } from '../fakes/redis-server.ts'
import { ready } from './program.ts'
import { startPrograms } from './programs.ts'

const MODEL = fileURLToPath(new URL('../../models/demo.gguf', import.meta.url))
const SERVE = ['serve', '--port', '0', '--model-stores', 'none', '--model', `${MODEL}=m`, '--threads', '1']

interface Told {
  readonly status: number
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string; readonly message: string } }
}

describe.skipIf(REDIS_PROGRAM === null)(`two servers that share keys and limits (needs: ${NO_REDIS})`, () => {
  let redis: RedisServer
  const env = () => ({ TRIVET_REDIS_URL: redis.url })

  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis.dispose())

  const startProgram = startPrograms()
  const start = (args: readonly string[], more: Record<string, string> = {}) =>
    startProgram(args, { env: { ...env(), ...more } })

  /** A server, and what it answers to whoever sends this key. */
  async function serve(prefix: string, ...args: readonly string[]) {
    const server = start([...SERVE, '--redis-prefix', prefix, ...args])
    const url = await server.listening()
    await ready(url)
    const call = async (method: string, path: string, key: string, payload?: object): Promise<Told> => {
      const headers = { ...(key !== '' && { 'x-api-key': key }), 'content-type': 'application/json' }
      const answer = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(payload && { body: JSON.stringify(payload) }),
      })
      return { status: answer.status, body: (await answer.json()) as Told['body'] }
    }
    const ask = (key: string) => call('POST', '/v1/completions', key, { model: 'm', prompt: 'Hello', max_tokens: 4 })
    return { server, url, call, ask }
  }

  const two = (prefix: string, ...args: readonly string[]) =>
    Promise.all([serve(prefix, ...args), serve(prefix, ...args)])

  test('a key that one makes opens the other at once, counts for both, and is revoked for both', async () => {
    const [here, there] = await two('keys:')
    expect((await there.ask('')).status).toBe(200)
    const made = await here.call('POST', '/v1/keys', '', { name: 'k', scopes: ['admin'] })
    const secret = String(made.body.secret)
    expect([(await there.ask('')).status, (await there.ask(secret)).status]).toEqual([401, 200])
    expect((await here.ask(secret)).status).toBe(200)
    await expect
      .poll(async () => (await here.call('GET', '/v1/keys/stats', secret)).body.data)
      .toContainEqual(expect.objectContaining({ name: 'k', requests: 2, completion_tokens: 8 }))
    const other = start(['keys', 'create', 'cli', '--redis-prefix', 'keys:'])
    expect([await other.exited, other.stderr]).toEqual([0, expect.stringContaining('This is the key cli')])
    expect((await there.ask(other.stdout.trim())).status).toBe(200)
    expect((await there.call('DELETE', '/v1/keys/k', secret)).status).toBe(200)
    expect([(await here.ask(secret)).status, (await there.ask(secret)).status]).toEqual([401, 401])
  })

  test('of the requests and tokens of a minute, two allow no more than one', async () => {
    const [here, there] = await two('limits:')
    const admin = String((await here.call('POST', '/v1/keys', '', { name: 'a', scopes: ['admin'] })).body.secret)
    const key = async (name: string, limits: object) =>
      String((await here.call('POST', '/v1/keys', admin, { name, ...limits })).body.secret)
    const [requests, tokens] = [await key('r', { requests_per_minute: 1 }), await key('t', { tokens_per_minute: 1 })]
    expect([(await here.ask(requests)).status, (await there.ask(requests)).status]).toEqual([200, 429])
    expect((await there.ask(tokens)).status).toBe(200)
    // What it cost is written down when its answer is over.
    await expect
      .poll(async () => (await here.ask(tokens)).body.error?.message)
      .toMatch(/^More than 1 tokens a minute are not allowed to the API key `t`/)
  })

  test('of the requests of an address, two allow no more than one', async () => {
    const [here, there] = await two('addresses:', '--rate-limit-address-requests', '1')
    expect((await here.call('GET', '/v1/models', '')).status).toBe(200)
    expect((await there.call('GET', '/v1/models', '')).body.error?.code).toBe('rate_limited')
  })

  test('without what they share, they go on with what they know, and say so', async () => {
    const [here] = await two('away:')
    const admin = String((await here.call('POST', '/v1/keys', '', { name: 'a', scopes: ['admin'] })).body.secret)
    expect((await here.ask(admin)).status).toBe(200)
    await redis.kill()
    expect([(await here.ask(admin)).status, (await here.ask('')).status]).toEqual([200, 401])
    await here.server.until(/are not shared: each server counts for itself/)
    expect((await here.call('GET', '/health/ready', '')).status).toBe(200)
    expect((await here.call('GET', '/health', '')).body.status).toBe('degraded')
    const status = async () => (await here.call('GET', '/v1/system/status', admin)).body.sharing
    expect(await status()).toMatchObject({ state: 'away', reason: expect.stringMatching(/./) })
    expect((await here.call('POST', '/v1/keys', admin, { name: 'b' })).body.error?.code).toBe('shared_store_away')
    const metrics = await fetch(`${here.url}/metrics`, { headers: { 'x-api-key': admin } })
    expect((await metrics.text()).split('\n')).toContain('trivet_sharing_connected 0')
    await redis.restart()
    await here.server.until(/are shared again/)
    expect(await (await here.call('GET', '/health', '')).body.status).toBe('ok')
    // It has lost all keys, and so has nobody; whoever may not ask still may not.
    expect([(await here.ask(admin)).status, (await here.ask('')).status]).toEqual([401, 401])
    const again = start([...SERVE, '--redis-prefix', 'away:'], { HOME: here.server.folder })
    expect([await again.exited, again.stderr]).toEqual([2, expect.stringContaining('has none of the keys that it had')])
  })

  test('one that can’t reach it doesn’t start, and says why', async () => {
    const alone = start([...SERVE], { TRIVET_REDIS_URL: 'redis://:secret@127.0.0.1:1' })
    expect(await alone.exited).toBe(2)
    expect(alone.stderr).toMatch(
      /redis\.url: the server at redis:\/\/:\*\*\*@127\.0\.0\.1:1 can't be used: .*ECONNREFUSED/,
    )
    const shown = start(['config'], { TRIVET_REDIS_URL: 'redis://:secret@127.0.0.1:1' })
    expect([await shown.exited, shown.stdout]).toEqual([0, expect.stringContaining('redis://:***@127.0.0.1:1')])
    expect(alone.stderr + alone.stdout + shown.stdout).not.toContain('secret')
  })

  test('one whose password is wrong is refused before it loads a model, without waiting for another', async () => {
    const locked = await RedisServer.start('--requirepass', 'right')
    const alone = start([...SERVE], { TRIVET_REDIS_URL: `redis://:wrong@127.0.0.1:${locked.port}` })
    expect(await alone.exited).toBe(2)
    await locked.dispose()
    expect(alone.stderr).toMatch(/redis\.url: the server at redis:\S+ can't be used: WRONGPASS .*disabled\.$/m)
    expect(alone.stderr + alone.stdout).not.toMatch(/load|engine/i)
  })
})
