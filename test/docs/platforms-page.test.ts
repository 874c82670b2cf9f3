import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/core/dialects.ts'
import { parametersOf } from '../../src/engine/drivers/upstream/instance.ts'
import { loaded, modelFile } from '../engine/loaded.ts'
import { capabilityTable } from './capability-table.ts'

const PAGE = new URL('../../docs/platforms.md', import.meta.url)

/** What follows is made anew, of what the engines say of themselves. */
const MARK = '<!-- Made by a test: `npx vitest run test/docs -u`. -->\n\n'

test('docs/platforms.md says what each engine does with each parameter', async () => {
  const instance = await loaded(modelFile('demo'))
  const own = { name: '`llama_cpp`', parameters: instance.capabilities.parameters }
  await instance.stop(10_000)
  const behind = DIALECTS.map((dialect) => ({
    name: `\`upstream\`: ${dialect}`,
    parameters: parametersOf({ dialect }),
  }))
  const [written] = readFileSync(PAGE, 'utf8').split(MARK)
  await expect(`${written}${MARK}${capabilityTable([own, ...behind])}`).toMatchFileSnapshot('../../docs/platforms.md')
})
