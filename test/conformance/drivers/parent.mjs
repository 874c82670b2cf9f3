// A server reduced to the part that matters here: it starts an engine from the build, works, and waits to be killed.
// Arguments: a model's path, and a prompt to be working on (or none, to be idle). REGISTRY_OPTIONS: of drivers, in JSON.

import { NEUTRAL_SAMPLING } from '../../../dist/core/sampling.js'
import { createRegistry } from '../../../dist/engine/registry.js'

const [modelPath, prompt] = process.argv.slice(2)
const { signal } = new AbortController()
const options = { llamaCpp: { libraryPath: null }, ...JSON.parse(process.env.REGISTRY_OPTIONS ?? '{}') }
const { driver, facts } = await createRegistry(options).recognise(modelPath)
const plan = driver.plan('orphan', facts, { slots: 1, threads: 1 }, { cores: 1 })
const instance = await driver.start(plan, { signal, onProgress() {} })
if (prompt === undefined) process.stdout.write('ready\n')
else {
  const task = { kind: 'generate', prompt, sampling: NEUTRAL_SAMPLING, maxTokens: null }
  for await (const _ of instance.run(task, signal)) process.stdout.write('ready\n')
}
