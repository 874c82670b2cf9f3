import { describe, expect, test } from 'vitest'
import type { ApiKey } from '../../../src/core/key.ts'
import type { Database } from '../../../src/store/database.ts'
import { createKeyUsages } from '../../../src/store/key-usage.ts'
import { createKeyStore } from '../../../src/store/keys.ts'
import { IN_MEMORY } from '../../../src/store/open.ts'
import { ManualClock } from '../../fakes/clock.ts'

/** Opens a database for as long as the work takes. */
export type WithDatabase = <T>(path: string, work: (database: Database) => T) => T

const NOW = 1_700_000_000_000

function storeOver(database: Database, clock = new ManualClock()) {
  let made = 0
  return createKeyStore(database, {
    clock,
    newId: (prefix) => `${prefix}_${++made}`,
    newSecret: () => `tvt-secret-${++made}`,
  })
}

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

export function keySuite(withDatabase: WithDatabase, newPath: () => string): void {
  const order = {
    name: 'laptop',
    scopes: ['inference'],
    models: ['m'],
    limits: { requestsPerMinute: 5, tokensInAll: 1000 },
    expiresMs: NOW + 1,
  } as const

  describe('keys', () => {
    test('are found by their secret, which the file does not have', () => {
      withDatabase(IN_MEMORY, (database) => {
        const keys = storeOver(database)
        expect(keys.create(order)).toEqual({ key: first, secret: 'tvt-secret-1' })
        expect([keys.find('tvt-secret-1'), keys.find('tvt-secret-2'), keys.list()]).toEqual([first, null, [first]])
        const kept = Buffer.from(JSON.stringify(database.all('SELECT * FROM keys')))
        expect([kept.includes('secret-1'), kept.includes('laptop')]).toEqual([false, true])
      })
    })

    test('that are rotated have another secret, and the old one is void', () => {
      withDatabase(IN_MEMORY, (database) => {
        const keys = storeOver(database)
        keys.create(order)
        const { key, secret } = keys.rotate('laptop')
        expect([key.id, keys.find('tvt-secret-1'), keys.find(secret)?.id]).toEqual(['key_2', null, 'key_2'])
      })
    })

    test('that are revoked stay in the list, and their names are free', () => {
      withDatabase(IN_MEMORY, (database) => {
        const keys = storeOver(database)
        keys.create(order)
        expect(() => keys.create(order)).toThrow(expect.objectContaining({ code: 'key_exists' }))
        expect(keys.revoke('key_2').revokedMs).toBe(NOW)
        expect(() => keys.revoke('laptop')).toThrow(expect.objectContaining({ code: 'key_not_found' }))
        expect(keys.create(order).key.id).not.toBe('key_2')
        expect(keys.list().map(({ name, revokedMs }) => [name, revokedMs])).toEqual([
          ['laptop', NOW],
          ['laptop', null],
        ])
      })
    })

    test('that another process makes or revokes are seen at once', () => {
      const path = newPath()
      withDatabase(path, (mine) =>
        withDatabase(path, (theirs) => {
          const [here, there] = [storeOver(mine), storeOver(theirs)]
          expect(here.list()).toEqual([])
          const { secret } = there.create(order)
          expect(here.find(secret)?.name).toBe('laptop')
          there.revoke('laptop')
          expect(here.find(secret)?.revokedMs).toBe(NOW)
        }),
      )
    })
  })

  describe('what was asked with a key', () => {
    const use = { requests: 1, failed: 0, promptTokens: 10, completionTokens: 3, latencyMs: 250.4 }

    test('adds up, key by key', () => {
      withDatabase(IN_MEMORY, (database) => {
        const clock = new ManualClock()
        const usages = createKeyUsages(database, clock)
        usages.add('a', use)
        clock.advance(1000)
        usages.add('a', { ...use, failed: 1 })
        usages.add('b', use)
        const a = { key: 'a', requests: 2, failed: 1, promptTokens: 20, completionTokens: 6, latencyMs: 500 }
        expect(usages.of('a')).toEqual({ ...a, lastUsedMs: NOW + 1000 })
        expect([usages.of('c'), usages.all().map(({ key }) => key)]).toEqual([null, ['a', 'b']])
      })
    })

    test('survives a restart', () => {
      const path = newPath()
      withDatabase(path, (database) => createKeyUsages(database, new ManualClock()).add('a', use))
      withDatabase(path, (database) => createKeyUsages(database, new ManualClock()).add('a', use))
      expect(withDatabase(path, (database) => createKeyUsages(database, new ManualClock()).of('a')?.requests)).toBe(2)
    })
  })
}
