import { describe } from 'vitest'
import { libsql } from '../../../src/store/adapters/libsql.ts'
import { nodeSqlite } from '../../../src/store/adapters/node-sqlite.ts'
import { createBuckets } from '../../../src/store/buckets.ts'
import { bucketSuite } from './buckets.ts'
import { storeSuite } from './suite.ts'

describe.each([
  ['node:sqlite', nodeSqlite(), `not in Node ${process.versions.node}`],
  ['libsql', libsql(), 'no build for this platform'],
] as const)('over %s', (_, adapter, reason) => {
  if (adapter === null) describe.skip(`skipped: ${reason}`, () => storeSuite({ name: 'libsql', open: () => never() }))
  else storeSuite(adapter)
})

describe('in memory', () => bucketSuite(async (clock) => createBuckets(clock)))

function never(): never {
  throw new Error('a skipped suite opens nothing')
}
