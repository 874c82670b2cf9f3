import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../../../src/core/products.ts'
import { createClient } from '../../../src/verify/client.ts'
import { runCheck } from '../../../src/verify/run-check.ts'
import { SUITES } from '../../../src/verify/suites.ts'
import { Program } from '../../e2e/program.ts'
import { llamaEngine, scriptedEngine } from './engines.ts'

const LIMIT_MS = 60_000

/** A product's checks, over HTTP: below its name on any server, and at the root of one that stands in for it. */
export function contractSuite(contract: Product): void {
  describe.each([scriptedEngine(), llamaEngine()])('on $name', (engine) => {
    afterAll(() => engine.dispose())

    describe.each([
      ['below its name', [], `/${contract}`],
      ['at the root', ['--contract', contract], ''],
    ] as const)('%s', (_, flags, prefix) => {
      let program: Program
      let url = ''

      beforeAll(async () => {
        program = new Program(['serve', '--port', '0', ...flags, ...engine.flags()])
        url = `${(await program.until(/^Trivet .* listening on (http:\S+)/m))[1]}${prefix}`
      })
      afterAll(() => program.dispose())

      test.each(SUITES[contract].map((check) => [check.name, check] as const))('%s', async (_, check) => {
        const client = createClient({ url, key: null, signal: AbortSignal.timeout(LIMIT_MS) })
        const target = { client, model: 'chat', embeddingModel: 'embedder' }
        const { outcome, reason } = await runCheck(check, target, () => performance.now())
        expect({ outcome, reason }).toEqual({ outcome: 'passed', reason: undefined })
      })
    })
  })
}
