import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/core/clock.ts'
import { createBuckets } from '../../../src/store/buckets.ts'
import type { KeyShelf, StoredKey } from '../../../src/store/key-shelf.ts'
import { createKeyStore } from '../../../src/store/keys.ts'
import { createSharedBuckets } from '../../../src/store/shared/buckets.ts'
import { openClient } from '../../../src/store/shared/client.ts'
import { handOver } from '../../../src/store/shared/hand-over.ts'
import { createSharedShelf, KEYS } from '../../../src/store/shared/key-shelf.ts'
import { createSharedKeyUsages } from '../../../src/store/shared/key-usage.ts'
import { createLink, type LinkStatus, linked, type SharedLink } from '../../../src/store/shared/link.ts'
import { ManualClock } from '../../fakes/clock.ts'
import { NO_REDIS, REDIS_PROGRAM, RedisServer } from '../../fakes/redis-server.ts'
import { bucketSuite } from './buckets.ts'
import { keySuite } from './keys.ts'

let places = 0
const newPrefix = () => `place ${++places}:`

describe.skipIf(REDIS_PROGRAM === null)(`over a shared server (needs one: ${NO_REDIS})`, () => {
  let server: RedisServer
  const links: SharedLink[] = []

  beforeAll(async () => {
    server = await RedisServer.start()
  })
  afterEach(() => {
    for (const link of links.splice(0)) link.close()
  })
  afterAll(() => server.dispose())

  async function connect(prefix = newPrefix()): Promise<SharedLink> {
    const link = createLink(await openClient({ url: server.url, prefix, authority: null }), systemClock)
    links.push(link)
    expect(await linked(link, systemClock, 60_000)).toBeNull()
    return link
  }

  function next(link: SharedLink): Promise<LinkStatus> {
    return new Promise((resolve) => {
      const deafen = link.onChange((status) => {
        deafen()
        resolve(status)
      })
    })
  }

  keySuite(() => {
    const prefix = newPrefix()
    return async (clock) => {
      const link = await connect(prefix)
      const usages = createSharedKeyUsages(link, clock)
      const raw = async () => JSON.stringify(await link.ask((commands) => commands.hgetall(KEYS)))
      return { shelf: createSharedShelf(link), usages, raw, close: usages.close }
    }
  })

  bucketSuite(async (clock) => createSharedBuckets(await connect(), createBuckets(clock), () => clock.now()))

  test('limits are one for all who share it', async () => {
    const prefix = newPrefix()
    const [here, there] = [await connect(prefix), await connect(prefix)].map((link) =>
      createSharedBuckets(link, createBuckets(new ManualClock())),
    )
    const bucket = { subject: 's', perMinute: 2 }
    const waits = await Promise.all([here, there, here, there].map((each) => each?.draw(bucket, 1, 1)))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2)
  })

  const options = { clock: new ManualClock(), newId: (prefix: string) => `${prefix}_1`, newSecret: () => 'secret' }

  test.each([
    // It keeps nothing on disk: what waited here is all that it knows then.
    ['is gone', () => server.kill(), () => server.restart(), 1, /^connect ECONNREFUSED/],
    ['is stuck', async () => server.freeze(), async () => server.wake(), 2, /^it did not answer within 1 s$/],
  ])(
    'while it %s, limits are each one’s own, known keys are, new ones are refused, counters wait',
    async (_, go, come, counted, words) => {
      const link = await connect()
      const clock = new ManualClock()
      const [shelf, usages] = [createSharedShelf(link), createSharedKeyUsages(link, clock)]
      const keys = createKeyStore(shelf, options)
      const buckets = createSharedBuckets(link, createBuckets(clock))
      await keys.create({ name: 'k', scopes: ['inference'] })
      const use = { requests: 1, failed: 0, promptTokens: 2, completionTokens: 3, latencyMs: 4 }
      await usages.add('key_1', use)
      expect(await usages.of('key_1')).toMatchObject({ requests: 1 })
      const bucket = { subject: 's', perMinute: 1 }
      expect([await buckets.draw(bucket, 1, 1), await buckets.draw(bucket, 1, 1)]).toEqual([0, 60])

      const gone = next(link)
      await go()
      await usages.add('key_1', use)
      expect(await gone).toMatchObject({ trouble: expect.stringMatching(/./) })
      expect([await buckets.draw(bucket, 1, 1), await buckets.draw(bucket, 1, 1)]).toEqual([0, 60])
      await keys.refresh()
      expect(keys.find('secret')?.name).toBe('k')
      await expect(keys.revoke('k')).rejects.toMatchObject({ code: 'shared_store_away', status: 503 })
      await expect(usages.all()).rejects.toMatchObject({ code: 'shared_store_away' })
      expect([usages.pending(), (await usages.of('key_1'))?.requests]).toEqual([1, 2])
      // Also once it has tried to connect anew.
      await expect.poll(() => link.status.trouble).toMatch(words)

      const back = next(link)
      await come()
      expect((await back).trouble).toBeNull()
      await expect.poll(() => usages.pending()).toBe(0)
      expect((await usages.all()).map(({ requests }) => requests)).toEqual([counted])
      await usages.close()
    },
  )

  test('keys of a machine are handed over with what was asked with them, each once', async () => {
    const link = await connect()
    const notes = new Map<string, unknown>()
    const stored = (id: string): StoredKey => ({
      key: {
        id,
        name: id,
        hint: '',
        scopes: ['admin'],
        models: null,
        limits: { requestsPerMinute: null, tokensPerMinute: null, tokensInAll: 9 },
        createdMs: 1,
        expiresMs: null,
        revokedMs: null,
      },
      digest: Buffer.from(id),
    })
    const shelfOf = (...ids: string[]): KeyShelf => ({
      refresh: async () => {},
      keys: () => ids.map(stored),
      put: () => Promise.reject(new Error('nobody changes it')),
    })
    const use = { key: 'a', requests: 2, failed: 1, promptTokens: 3, completionTokens: 4, latencyMs: 5, lastUsedMs: 6 }
    const own = {
      usages: {
        add: async () => {},
        of: async (key: string) => (key === 'a' ? use : null),
        all: async () => [use],
      },
      notes: {
        read: (name: string) => notes.get(name),
        write: (name: string, value: unknown) => notes.set(name, value),
      },
    }
    expect(await handOver({ ...own, shelf: shelfOf('a', 'b') }, link)).toEqual(['a', 'b'])
    const [keys, usages] = [createSharedShelf(link), createSharedKeyUsages(link, options.clock)]
    await keys.refresh()
    expect([keys.keys(), await usages.all()]).toEqual([[stored('a'), stored('b')], [use]])
    await createKeyStore(keys, options).revoke('a')
    expect(await handOver({ ...own, shelf: shelfOf('a', 'b', 'c') }, link)).toEqual(['c'])
    // Another machine may have the same key, which is as revoked as it was.
    notes.clear()
    expect(await handOver({ ...own, shelf: shelfOf('a') }, link)).toEqual([])
    await keys.refresh()
    expect(keys.keys().find(({ key }) => key.id === 'a')?.key.revokedMs).toBe(options.clock.now())
    expect((await usages.of('a'))?.requests).toBe(2)
    await usages.close()
  })

  const connectTo = async (url: string) => {
    const link = createLink(await openClient({ url, prefix: 'p:', authority: null }), systemClock)
    links.push(link)
    return link
  }

  test('why it can’t be used is said in its words', async () => {
    const locked = await RedisServer.start('--requirepass', 'right')
    const tell = async (url: string) => {
      const link = await connectTo(url)
      return [await linked(link, systemClock, 700), link.status.url]
    }
    expect(await tell(`redis://:wrong@127.0.0.1:${locked.port}`)).toEqual([
      expect.stringMatching(/WRONGPASS/),
      `redis://:***@127.0.0.1:${locked.port}`,
    ])
    expect((await tell(`redis://:right@127.0.0.1:${locked.port}/15`))[0]).toBeNull()
    await locked.dispose()
    expect(await tell('redis://127.0.0.1:1')).toEqual([expect.stringContaining('ECONNREFUSED'), expect.anything()])
  })

  test('what no waiting mends is told at once', async () => {
    const locked = await RedisServer.start(
      '--requirepass',
      'right',
      '--user',
      ...'reader on >secret ~* +@read +select +info'.split(' '),
    )
    const stranger = await strangerOverTls()
    const place = `127.0.0.1:${locked.port}`
    const told = async (url: string) => {
      const link = await connectTo(url)
      // Longer than this test may take.
      return [await linked(link, systemClock, 60_000), link.status.lasting]
    }
    expect(await told(`redis://:wrong@${place}`)).toEqual([expect.stringMatching(/^WRONGPASS /), true])
    expect(await told(`redis://${place}`)).toEqual(['it wants a password (NOAUTH)', true])
    expect(await told(`redis://reader:secret@${place}`)).toEqual([expect.stringMatching(/^NOPERM /), true])
    expect(await told(`redis://:right@${place}/99`)).toEqual(['ERR DB index is out of range', true])
    expect(await told(`rediss://127.0.0.1:${stranger.port}`)).toEqual(['self-signed certificate', true])
    await Promise.all([locked.dispose(), stranger.close()])
  }, 30_000)
})

/** Whom nobody vouches for. */
async function strangerOverTls() {
  const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}.pem`, import.meta.url))
  const server = createServer({ cert: pem('cert'), key: pem('key') }).listen(0, '127.0.0.1')
  server.on('tlsClientError', () => {})
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(resolve)) }
}
