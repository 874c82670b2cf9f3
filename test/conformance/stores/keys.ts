import { afterEach, describe, expect, test } from 'vitest'
import type { ApiKey } from '../../../src/core/key.ts'
import type { KeyShelf } from '../../../src/store/key-shelf.ts'
import type { KeyUsages } from '../../../src/store/key-usage.ts'
import { createKeyStore } from '../../../src/store/keys.ts'
import { ManualClock } from '../../fakes/clock.ts'

/** One process's way to a place that keys are kept in. */
export interface KeyProcess {
  readonly shelf: KeyShelf
  readonly usages: KeyUsages
  /** All that is kept of keys there, as it is kept. */
  raw(): Promise<string>
  close(): Promise<void>
}

/** A place of its own, which several processes may come to. */
export type NewKeyPlace = () => (clock: ManualClock) => Promise<KeyProcess>

const NOW = 1_700_000_000_000

const first: ApiKey = {
  id: 'key_2',
  name: 'laptop',
  hint: 'tvt-s...7fb5c6fb',
  scopes: ['inference'],
  models: ['m'],
  limits: { requestsPerMinute: 5, tokensPerMinute: null, tokensInAll: 1000 },
  createdMs: NOW,
  expiresMs: NOW + 1,
  revokedMs: null,
}

const order = {
  name: 'laptop',
  scopes: ['inference'],
  models: ['m'],
  limits: { requestsPerMinute: 5, tokensInAll: 1000 },
  expiresMs: NOW + 1,
} as const

/** What everyone relies on who asks for keys, wherever they are kept. */
export function keySuite(newPlace: NewKeyPlace): void {
  const open: KeyProcess[] = []
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close()
  })

  async function come(place: ReturnType<NewKeyPlace>, clock = new ManualClock()) {
    const process = await place(clock)
    open.push(process)
    let made = 0
    const keys = createKeyStore(process.shelf, {
      clock,
      newId: (prefix) => `${prefix}_${++made}`,
      newSecret: () => `tvt-secret-${++made}`,
    })
    return { ...process, clock, keys }
  }

  describe('keys', () => {
    test('are found by their secret, which is not kept', async () => {
      const { keys, raw } = await come(newPlace())
      expect(await keys.create(order)).toEqual({ key: first, secret: 'tvt-secret-1' })
      expect([keys.find('tvt-secret-1'), keys.find('tvt-secret-2'), keys.list()]).toEqual([first, null, [first]])
      const kept = await raw()
      expect([kept.includes('secret-1'), kept.includes('laptop')]).toEqual([false, true])
    })

    test('that are rotated have another secret, and the old one is void', async () => {
      const { keys } = await come(newPlace())
      await keys.create(order)
      const { key, secret } = await keys.rotate('laptop')
      expect([key.id, keys.find('tvt-secret-1'), keys.find(secret)?.id]).toEqual(['key_2', null, 'key_2'])
    })

    test('that are revoked stay in the list, and their names are free', async () => {
      const { keys } = await come(newPlace())
      await keys.create(order)
      await expect(keys.create(order)).rejects.toMatchObject({ code: 'key_exists' })
      expect((await keys.revoke('key_2')).revokedMs).toBe(NOW)
      await expect(keys.revoke('laptop')).rejects.toMatchObject({ code: 'key_not_found' })
      expect((await keys.create(order)).key.id).not.toBe('key_2')
      expect(keys.list().map(({ name, revokedMs }) => [name, revokedMs])).toEqual([
        ['laptop', NOW],
        ['laptop', null],
      ])
    })

    test('that another process makes or revokes are seen at once', async () => {
      const place = newPlace()
      const [{ keys: here }, { keys: there }] = [await come(place), await come(place)]
      expect(here.list()).toEqual([])
      const { secret } = await there.create(order)
      await here.refresh()
      expect(here.find(secret)?.name).toBe('laptop')
      await there.revoke('laptop')
      await here.refresh()
      expect(here.find(secret)?.revokedMs).toBe(NOW)
    })

    test('of one name are not made by two processes at once', async () => {
      const place = newPlace()
      const [{ keys: here }, { keys: there }] = [await come(place), await come(place)]
      const made = await Promise.allSettled([here, there].map((keys) => keys.create(order)))
      expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await Promise.all([here.refresh(), there.refresh()])
      expect([here.list().length, there.list()]).toEqual([1, here.list()])
    })
  })

  describe('what was asked with a key', () => {
    const use = { requests: 1, failed: 0, promptTokens: 10, completionTokens: 3, latencyMs: 250.4 }

    test('adds up, key by key', async () => {
      const { usages, clock } = await come(newPlace())
      await usages.add('a', use)
      clock.advance(1000)
      await usages.add('a', { ...use, failed: 1 })
      await usages.add('b', use)
      const a = { key: 'a', requests: 2, failed: 1, promptTokens: 20, completionTokens: 6, latencyMs: 500 }
      expect(await usages.of('a')).toEqual({ ...a, lastUsedMs: NOW + 1000 })
      expect([await usages.of('c'), await usages.all()]).toEqual([
        null,
        [
          { ...a, lastUsedMs: NOW + 1000 },
          { key: 'b', ...use, latencyMs: 250, lastUsedMs: NOW + 1000 },
        ],
      ])
    })

    test('survives a restart, and adds up over processes', async () => {
      const place = newPlace()
      const before = await come(place)
      await before.usages.add('a', use)
      await before.close()
      open.splice(0)
      const [here, there] = [await come(place), await come(place)]
      await Promise.all([here.usages.add('a', use), there.usages.add('a', use)])
      expect((await here.usages.of('a'))?.requests).toBe(3)
    })
  })
}
