// A server reduced to the part that matters here: it starts an engine from the build, works, and waits to be killed.
// Argument: a model's path. Standard input: a task to be working on, or null, to be idle. REGISTRY_OPTIONS: of drivers, in JSON.

import { json } from 'node:stream/consumers'
import { createRegistry } from '../../../dist/engine/registry.js'

const [modelPath] = process.argv.slice(2)
const task = await json(process.stdin)
const { signal } = new AbortController()
const options = { llamaCpp: { libraryPath: null }, ...JSON.parse(process.env.REGISTRY_OPTIONS ?? '{}') }
const [{ driver, facts }] = await createRegistry(options).claims(modelPath)
const plan = driver.plan('orphan', facts, { slots: 1, threads: 1 }, { cores: 1 })
const instance = await driver.start(plan, { signal, onProgress() {} })
if (task === null) process.stdout.write('ready\n')
else {
  for await (const _ of instance.run(task, signal)) process.stdout.write('ready\n')
}
