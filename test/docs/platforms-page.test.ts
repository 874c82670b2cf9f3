import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/core/dialects.ts'
import { capabilitiesOf as openVinoCapabilities } from '../../src/engine/drivers/openvino/writer.ts'
import { capabilitiesOf as qairtCapabilities } from '../../src/engine/drivers/qairt/capabilities.ts'
import { capabilitiesOf as rkllmCapabilities } from '../../src/engine/drivers/rkllm/capabilities.ts'
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
  const ofModel = { embedding: null, contextTokens: 4096, samplingPerRun: true }
  const others = [
    { name: '`rkllm`', ...rkllmCapabilities(ofModel) },
    { name: '`rkllm` before 1.3', ...rkllmCapabilities({ ...ofModel, samplingPerRun: false }) },
    { name: '`qairt`', ...qairtCapabilities(ofModel) },
    { name: '`openvino`', ...openVinoCapabilities({ contextTokens: 4096, sees: false, held: () => ({}) }) },
  ]
  const behind = DIALECTS.map((dialect) => ({
    name: `\`upstream\`: ${dialect}`,
    parameters: parametersOf({ dialect }),
  }))
  const [written] = readFileSync(PAGE, 'utf8').split(MARK)
  await expect(`${written}${MARK}${capabilityTable([own, ...others, ...behind])}`).toMatchFileSnapshot(
    '../../docs/platforms.md',
  )
})
