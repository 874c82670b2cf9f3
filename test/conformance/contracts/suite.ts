import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { type ContractId, USUAL_ORIGINS } from '../../../src/core/products.ts'
import { createClient } from '../../../src/verify/client.ts'
import { runCheck } from '../../../src/verify/run-check.ts'
import { SUITES } from '../../../src/verify/suites.ts'
import { Program, ready } from '../../e2e/program.ts'
import { scratch } from '../../fakes/scratch.ts'
import { type Engine, llamaEngine, scriptedEngine } from './engines.ts'

const LIMIT_MS = 60_000

/** What a server without settings does only where it stands in for the product. */
const ONLY_AT_ROOT = ['the page of another site may ask, if any may']

/** These servers want no key; what those do that want one, `src/http/access` tries. */
const ONLY_WITH_KEYS = ['where keys are wanted, none and a wrong one are a 401, and health needs none']

/** A contract's checks, over HTTP: below its name on any server, and at the root of one that stands in for it. */
export function contractSuite(contract: ContractId, more: readonly Engine[] = []): void {
  describe.each([scriptedEngine(), llamaEngine(), ...more])('on $name', (engine) => {
    afterAll(() => engine.dispose())

    describe.each([
      ['below its name', [], contract === 'unified' ? '/trivet' : `/${contract}`],
      ['at the root', ['--contract', contract], ''],
    ] as const)('%s', (_, flags, prefix) => {
      const folder = scratch()
      let program: Program
      let url = ''

      beforeAll(async () => {
        const settings = join(folder, 'trivet.yaml')
        writeFileSync(settings, stringify(engine.settings()))
        program = new Program(['serve', '--port', '0', '--config', settings, ...flags])
        const server = await program.listening()
        await ready(server)
        url = `${server}${prefix}`
      })
      afterAll(() => program.dispose())

      test.each(SUITES[contract].map((check) => [check.name, check] as const))('%s', async (_, check) => {
        const client = createClient({ url, key: null, signal: AbortSignal.timeout(LIMIT_MS) })
        const target = { client, model: 'chat', embeddingModel: 'embedder' }
        const { outcome, reason } = await runCheck(check, target, () => performance.now())
        const open = prefix === '' && USUAL_ORIGINS[contract].length > 0
        const lacks = [...engine.lacks, ...ONLY_WITH_KEYS, ...(open ? [] : ONLY_AT_ROOT)]
        if (lacks.includes(check.name)) expect({ outcome, reason }).not.toMatchObject({ outcome: 'failed' })
        else expect({ outcome, reason }).toEqual({ outcome: 'passed', reason: undefined })
      })
    })
  })
}
