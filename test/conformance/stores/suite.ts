import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, type SqliteAdapter, transaction } from '../../../src/store/database.ts'
import { createFileShelf } from '../../../src/store/key-shelf.ts'
import { createKeyUsages } from '../../../src/store/key-usage.ts'
import { MIGRATIONS, migrate } from '../../../src/store/migrations.ts'
import { IN_MEMORY, openDatabase } from '../../../src/store/open.ts'
import { createResponseStore, type StoreBounds } from '../../../src/store/responses.ts'
import { ManualClock } from '../../fakes/clock.ts'
import { chatSuite } from './chats.ts'
import { jobSuite } from './jobs.ts'
import { keySuite } from './keys.ts'

/** What the store relies on, of any library that opens SQLite. */
export function storeSuite(adapter: SqliteAdapter): void {
  let folder = ''
  let files = 0
  const newPath = () => join(folder, 'deeper', `${++files}.db`)
  const withDatabase = <T>(path: string, work: (database: Database) => T): T => {
    const database = openDatabase(path, adapter)
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'trivet-store-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe('a database', () => {
    test('gives back what it was given, and no more', () => {
      withDatabase(IN_MEMORY, (database) => {
        database.exec('CREATE TABLE things (a, b, c, d)')
        expect(database.run('INSERT INTO things VALUES (?, ?, ?, ?)', 'é', 1.5, null, Buffer.from([0, 255]))).toBe(1)
        expect(database.all('SELECT * FROM things')).toEqual([{ a: 'é', b: 1.5, c: null, d: new Uint8Array([0, 255]) }])
        expect(database.all('SELECT * FROM things WHERE b = ?', 2)).toEqual([])
        expect(database.run('UPDATE things SET b = 2')).toBe(1)
      })
    })

    test('writes ahead, and waits for the disk at checkpoints only', () => {
      withDatabase(newPath(), (database) => {
        expect(database.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
        expect(database.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
      })
    })

    test('undoes a transaction that throws', () => {
      withDatabase(IN_MEMORY, (database) => {
        database.exec('CREATE TABLE things (a UNIQUE)')
        const work = () => {
          database.run('INSERT INTO things VALUES (1)')
          database.run('INSERT INTO things VALUES (1)')
        }
        expect(() => transaction(database, work)).toThrow(/UNIQUE/)
        expect(database.all('SELECT * FROM things')).toEqual([])
        transaction(database, () => database.run('INSERT INTO things VALUES (2)'))
        expect(database.all('SELECT * FROM things')).toEqual([{ a: 2 }])
      })
    })

    test('takes each migration once', () => {
      const path = newPath()
      withDatabase(path, () => {})
      withDatabase(path, (database) => {
        expect(database.all('PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }])
        migrate(database, [...MIGRATIONS, 'CREATE TABLE added (a)'])
        expect(database.all('SELECT * FROM added')).toEqual([])
      })
      expect(() => withDatabase(path, () => {})).toThrow('it was written by a newer Trivet')
    })

    test('is copied before a step changes it, and only its owner may read either', () => {
      const path = newPath()
      mkdirSync(dirname(path), { recursive: true })
      const old = adapter.open(path)
      migrate(old, MIGRATIONS.slice(0, 1))
      old.close()
      withDatabase(path, (database) => expect(database.all('SELECT * FROM keys')).toEqual([]))
      const copy = `${path}.before-2`
      expect([path, copy].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600])
      const copied = adapter.open(copy)
      expect(copied.all("SELECT name FROM sqlite_master WHERE name = 'keys'")).toEqual([])
      expect(copied.all("SELECT count(*) AS n FROM sqlite_master WHERE name = 'responses'")).toEqual([{ n: 1 }])
      copied.close()
    })

    test('a step that fails leaves nothing behind', () => {
      withDatabase(IN_MEMORY, (database) => {
        const steps = [...MIGRATIONS, 'CREATE TABLE half (a); CREATE TABLE half (a)']
        expect(() => migrate(database, steps)).toThrow(/half/)
        expect(database.all('PRAGMA user_version')).toEqual([{ user_version: MIGRATIONS.length }])
        expect(database.all("SELECT name FROM sqlite_master WHERE name = 'half'")).toEqual([])
      })
    })

    test('that is a text file is refused', () => {
      expect(() => openDatabase(folder, adapter)).toThrow()
    })
  })

  keySuite(() => {
    const path = newPath()
    return async (clock) => {
      const database = openDatabase(path, adapter)
      return {
        shelf: createFileShelf(database),
        usages: createKeyUsages(database, clock),
        raw: async () => Buffer.from(JSON.stringify(database.all('SELECT * FROM keys'))).toString(),
        close: async () => database.close(),
      }
    }
  })
  jobSuite((work) => withDatabase(newPath(), work))
  chatSuite((work) => withDatabase(newPath(), work))

  describe('responses', () => {
    const ROOMY: StoreBounds = { count: 100, ageMs: 1000, bytes: 1_000_000 }
    const stored = (id: string, owner = 'me', filler = '') => ({
      id,
      owner,
      response: { id, output: [{ id: `said-${id}`, text: `ü${filler}` }] },
      input: [{ id: `given-${id}` }],
      events: [{ type: 'a' }, { type: 'b' }],
    })
    const kept = (database: Database, bounds: StoreBounds, ids: readonly string[], clock = new ManualClock()) => {
      const store = createResponseStore(database, bounds, clock)
      return ids.filter((id) => store.find('me', id) !== null)
    }

    test('are found as they were saved, by their owner only', () => {
      withDatabase(IN_MEMORY, (database) => {
        const store = createResponseStore(database, ROOMY, new ManualClock())
        store.save(stored('r1'))
        expect(store.find('me', 'r1')).toEqual(stored('r1'))
        expect([store.find('you', 'r1'), store.find('me', 'r2'), store.delete('you', 'r1')]).toEqual([
          null,
          null,
          false,
        ])
        expect([store.delete('me', 'r1'), store.delete('me', 'r1'), store.find('me', 'r1')]).toEqual([
          true,
          false,
          null,
        ])
      })
    })

    test('have items that are found by themselves, as long as a response has them', () => {
      withDatabase(IN_MEMORY, (database) => {
        const store = createResponseStore(database, ROOMY, new ManualClock())
        store.save(stored('r1'))
        store.save({ ...stored('r2'), input: stored('r1').input })
        expect(store.findItem('me', 'said-r1')).toEqual({ id: 'said-r1', text: 'ü' })
        expect([store.findItem('you', 'said-r1'), store.findItem('me', 'r1')]).toEqual([null, null])
        store.delete('me', 'r1')
        expect([store.findItem('me', 'said-r1'), store.findItem('me', 'given-r1')]).toEqual([null, { id: 'given-r1' }])
        store.delete('me', 'r2')
        expect(database.all('SELECT * FROM response_items')).toEqual([])
      })
    })

    test('are replaced by their newer state', () => {
      withDatabase(IN_MEMORY, (database) => {
        const store = createResponseStore(database, ROOMY, new ManualClock())
        store.save(stored('r1'))
        store.save({ ...stored('r1'), events: [] })
        expect(store.find('me', 'r1')?.events).toEqual([])
        expect(database.all('SELECT count(*) AS n FROM responses')).toEqual([{ n: 1 }])
      })
    })

    test('survive a restart', () => {
      const path = newPath()
      withDatabase(path, (database) => createResponseStore(database, ROOMY, new ManualClock()).save(stored('r1')))
      expect(withDatabase(path, (database) => kept(database, ROOMY, ['r1', 'r2']))).toEqual(['r1'])
    })

    test('are no more than may be, the newest of them', () => {
      withDatabase(IN_MEMORY, (database) => {
        const bounds = { ...ROOMY, count: 2 }
        const store = createResponseStore(database, bounds, new ManualClock())
        for (const id of ['r1', 'r2', 'r3']) store.save(stored(id))
        expect(kept(database, bounds, ['r1', 'r2', 'r3'])).toEqual(['r2', 'r3'])
      })
    })

    test('are no older than may be', () => {
      withDatabase(IN_MEMORY, (database) => {
        const clock = new ManualClock()
        const store = createResponseStore(database, ROOMY, clock)
        store.save(stored('r1'))
        clock.advance(999)
        store.save(stored('r2'))
        expect(kept(database, ROOMY, ['r1', 'r2'], clock)).toEqual(['r1', 'r2'])
        clock.advance(1)
        expect(kept(database, ROOMY, ['r1', 'r2'], clock)).toEqual(['r2'])
        store.save(stored('r3'))
        expect(database.all('SELECT id FROM responses ORDER BY sequence')).toEqual([{ id: 'r2' }, { id: 'r3' }])
      })
    })

    test('are no larger together than may be', () => {
      withDatabase(IN_MEMORY, (database) => {
        const noise = (seed: number) =>
          Array.from({ length: 3000 }, (_, i) => ((i * 7919 * seed) % 9973).toString(36)).join('')
        const store = createResponseStore(database, ROOMY, new ManualClock())
        store.save(stored('r1', 'me', noise(1)))
        const size = Number(database.all('SELECT bytes FROM responses')[0]?.bytes)
        const bounds = { ...ROOMY, bytes: Math.round(size * 2.5) }
        const bounded = createResponseStore(database, bounds, new ManualClock())
        for (const [index, id] of ['r2', 'r3'].entries()) bounded.save(stored(id, 'me', noise(index + 2)))
        expect(kept(database, bounds, ['r1', 'r2', 'r3'])).toEqual(['r2', 'r3'])
      })
    })
  })
}
