import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../test/fakes/clock.ts'
import { openStore } from './open-store.ts'

const response = { id: 'r1', owner: 'me', response: { output: [] }, input: [], events: [] }
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivet-home-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function open(env: Record<string, string>) {
  const warnings: unknown[] = []
  const bounds = { count: 10, ageMs: 1_000_000, bytes: 1_000_000, chatBytes: 1_000_000 }
  return {
    store: openStore(env, bounds, new ManualClock(), { warn: (...words: unknown[]) => warnings.push(words) }),
    warnings,
  }
}

test.each([
  ['TRIVET_HOME', () => ({ TRIVET_HOME: join(folder, 'a'), XDG_DATA_HOME: folder }), 'a/trivet.db'],
  ['the XDG folder', () => ({ XDG_DATA_HOME: join(folder, 'b') }), 'b/trivet/trivet.db'],
  ['the home folder', () => ({ HOME: join(folder, 'c') }), 'c/.local/share/trivet/trivet.db'],
])('what it remembers is in %s, and there again at the next start', (_, env, path) => {
  const first = open(env())
  first.store.responses.save(response)
  first.store.close()
  expect([existsSync(join(folder, path)), first.warnings]).toEqual([true, []])
  const second = open(env())
  expect(second.store.responses.find('me', 'r1')).toEqual(response)
  second.store.close()
})

test.each([
  ['a folder that can not be made', 'file/below'],
  ['a file that is no database', '.'],
])('%s is no obstacle, and said', (_, name) => {
  writeFileSync(join(folder, 'file'), '')
  writeFileSync(join(folder, 'trivet.db'), 'not a database, but long enough to be taken for one '.repeat(40))
  const { store, warnings } = open({ TRIVET_HOME: join(folder, name) })
  store.responses.save(response)
  expect(store.responses.find('me', 'r1')).toEqual(response)
  expect(warnings).toEqual([
    [
      { path: join(folder, name, 'trivet.db'), reason: expect.stringMatching(/./) },
      'keeping responses and counters in memory: they end with the server',
    ],
  ])
  store.close()
})
