import { randomUUID } from 'node:crypto'
import type { EngineInstance, LoadWatch, Plan } from '../../driver.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { createClient } from '../upstream/client.ts'
import { createUpstreamInstance, describedModel, remoteCapabilities, vectorSize } from '../upstream/instance.ts'
import type { ServedModel } from './model.ts'
import { spawnServer } from './process.ts'
import { endedLoading, freePort, whenReady } from './ready.ts'
import { supervised } from './supervised.ts'

/** Long enough for a prompt as long as any. */
const PATIENCE_MS = 600_000

/** Starts the program and has it load the model. Rejects, once it is gone, with an Error in words, or as the signal does. */
export async function launch(
  { modelId }: Pick<Plan, 'modelId'>,
  command: string,
  served: ServedModel,
  { signal, onProgress }: LoadWatch,
  { clock }: Pick<ChildRuntime, 'clock'>,
): Promise<EngineInstance> {
  onProgress(0)
  const port = await freePort()
  // Others on this machine are to ask Trivet, not what runs for it.
  const key = served.keyVariable === undefined ? null : randomUUID()
  const variables = served.keyVariable === undefined || key === null ? {} : { [served.keyVariable]: key }
  const server = spawnServer(command, served.args(port), variables, clock)
  void server.ended.then(() => served.gone?.())
  const origin = `http://127.0.0.1:${port}`
  const endpoint = {
    url: `${origin}${served.api}`,
    key,
    models: null,
    dialect: served.remote.dialect,
    slots: served.slots,
    authority: null,
    patienceMs: PATIENCE_MS,
  }
  const remote = { ...served.remote, endpoint }
  const client = createClient(endpoint)
  try {
    await whenReady(`${origin}${served.readyAt}`, server, signal)
    await Promise.race([served.settle?.(client, signal), endedLoading(server)])
    const size = remote.purpose === 'embed' ? await vectorSize(remote, client, signal) : null
    const capabilities = { ...remoteCapabilities(remote, size), ...(served.media && { media: served.media }) }
    const model = { ...describedModel(remote), ...served.facts }
    onProgress(1)
    const parts = { modelId, remote, client, clock, capabilities, model, released: client.close }
    return supervised(createUpstreamInstance(parts), server, modelId, clock)
  } catch (error) {
    client.close()
    server.kill('SIGKILL')
    await server.ended
    throw error
  }
}
