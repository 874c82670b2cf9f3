import { TrivetError } from '../../../core/errors.ts'
import type { EngineDriver, EngineInstance, LoadWatch, Plan } from '../../driver.ts'
import { npuUnits } from '../../native/npu-units.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { createClient } from '../upstream/client.ts'
import type { RemoteModel } from '../upstream/endpoint.ts'
import { createUpstreamInstance, describedModel, remoteCapabilities, vectorSize } from '../upstream/instance.ts'
import { serverArguments } from './arguments.ts'
import { rknn3Files } from './files.ts'
import type { Rknn3Options } from './options.ts'
import { freePort, spawnServer, whenReady } from './server.ts'
import { findServer } from './server-path.ts'
import { supervised } from './supervised.ts'

export interface Rknn3DriverOptions extends Rknn3Options {
  readonly runtime: Pick<ChildRuntime, 'clock'>
}

/** Where nobody says how many; rkllm3-server's own. */
const USUAL_CONTEXT = 4096

/** Cards are known to be stuck after loads that failed. In Rockchip's order. */
const RECOVERY =
  'Should the card not answer any more: `rknn-smi reset`, then `rknn-smi reset -t hw`, then restart rknn3.service, then Trivet, each if what is before it does not help.'

/** Rockchip's rkllm3-server, run as a child and asked over HTTP: `.rknn` files with `.weight` beside them, on RK1820 and RK1828. */
export function createRknn3Driver({ runtime, serverPath }: Rknn3DriverOptions): EngineDriver {
  /** The model that is loaded; the card carries one process at a time. */
  let holder: string | null = null

  function missing(): string {
    try {
      findServer(serverPath)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  async function start(plan: Plan, watch: LoadWatch): Promise<EngineInstance> {
    const { modelId: model } = plan
    if (watch.signal.aborted) throw new TrivetError('request_cancelled')
    const reason = missing()
    if (reason !== '') throw new TrivetError('driver_unavailable', { model, reason })
    if (holder !== null) {
      const reason = `an RK182x carries one model at a time, and \`${holder}\` is loaded: more break its connection.`
      throw new TrivetError('model_load_failed', { model, reason })
    }
    holder = model
    try {
      const instance = await launched(plan, findServer(serverPath), watch, runtime)
      void instance.ended.then(() => {
        holder = null
      })
      return instance
    } catch (error) {
      holder = null
      if (watch.signal.aborted) throw new TrivetError('request_cancelled')
      const reason = `${error instanceof Error ? error.message : error} ${RECOVERY}`
      throw new TrivetError('model_load_failed', { model, reason })
    }
  }

  return {
    id: 'rknn3',
    mediaObstacle: () => 'the RKNN3 engine reads text only here',
    async probe() {
      const reason = missing()
      const device = { name: 'NPU', description: '', kind: 'npu', memoryBytes: { free: 0, total: 0 } } as const
      const available = reason === ''
      return { available, reason, version: available ? 'rkllm3-server' : '', devices: available ? [device] : [] }
    },
    async recognise(path) {
      const files = rknn3Files(path)
      return files && { path, sizeBytes: files.sizeBytes }
    },
    plan(modelId, { path }, { contextTokens, compute, pooling }) {
      npuUnits('RKNN3', modelId, compute)
      return {
        driver: 'rknn3',
        modelId,
        modelPath: path,
        contextTokens: contextTokens ?? USUAL_CONTEXT,
        slots: 1,
        threads: 0,
        gpuLayers: -1,
        deterministic: false,
        options: { embeds: pooling !== undefined },
      }
    },
    /** It takes the card's memory, which nothing here tells of. */
    estimate: async () => null,
    start,
  }
}

/** Rejects with an Error in words. */
async function launched(
  plan: Plan,
  command: string,
  { signal, onProgress }: LoadWatch,
  { clock }: Pick<ChildRuntime, 'clock'>,
): Promise<EngineInstance> {
  const files = rknn3Files(plan.modelPath)
  if (files === null) throw new Error(`there is no .rknn file with its .weight at ${plan.modelPath}.`)
  const { vocabulary } = files
  if (vocabulary === null) throw new Error('there is no .tokenizer.gguf beside it.')
  onProgress(0)
  const port = await freePort()
  // What it is called tells more than its files do.
  const embeds = plan.options.embeds === true || /embed/i.test(files.model)
  const contextTokens = plan.contextTokens ?? USUAL_CONTEXT
  const order = { files: { ...files, vocabulary }, port, alias: plan.modelId, contextTokens, embeds }
  const server = spawnServer(command, serverArguments(order), clock)
  const origin = `http://127.0.0.1:${port}`
  const remote = remoteModel(`${origin}/v1`, plan.modelId, contextTokens, embeds)
  const client = createClient(remote.endpoint)
  try {
    await whenReady(origin, server, signal)
    const capabilities = remoteCapabilities(remote, embeds ? await vectorSize(remote, client, signal) : null)
    const model = { ...describedModel(remote), description: 'RKNN3 model', sizeBytes: files.sizeBytes }
    onProgress(1)
    const parts = { modelId: plan.modelId, remote, client, clock, capabilities, model, released: client.close }
    return supervised(createUpstreamInstance(parts), server, plan.modelId, clock)
  } catch (error) {
    client.close()
    server.kill('SIGKILL')
    await server.ended
    throw error
  }
}

/** Long enough for a prompt as long as any. */
const PATIENCE_MS = 600_000

function remoteModel(url: string, id: string, contextTokens: number, embeds: boolean): RemoteModel {
  const dialect = 'rkllm3-server'
  const endpoint = {
    url,
    key: null,
    models: null,
    dialect,
    slots: 1,
    authority: null,
    patienceMs: PATIENCE_MS,
  } as const
  return { endpoint, id, dialect, contextTokens, purpose: embeds ? 'embed' : 'chat' }
}
