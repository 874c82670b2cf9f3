import type { EngineDriver, Plan } from '../../../driver.ts'
import { npu } from '../../../native/backend-parts.ts'
import { ANY_NPU } from '../../../native/npu-units.ts'
import { ownContext } from '../../../native/unheeded.ts'
import type { ChildRuntime } from '../../../process/runtime.ts'
import { createServedDriver } from '../../served/driver.ts'
import type { ServedModel } from '../../served/model.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { bundleAt, contextOf } from '../bundle.ts'
import { HEXAGON } from '../hexagon.ts'
import { otherUnits } from '../other-units.ts'
import { readsImages, storeWith } from './store.ts'

export interface GenieXDriverOptions {
  readonly runtime: Pick<ChildRuntime, 'clock'>
  /** Throws an Error that says where it was looked for. */
  find(): string
}

/** Seconds without a request after which it unloads; it has no word for never. */
const FOR_EVER = 1_000_000_000

/** Qualcomm's `geniex serve`, run as a child and asked over HTTP: bundles of AI Hub on the Hexagon NPU. */
export function createGenieXDriver({ runtime, find }: GenieXDriverOptions): EngineDriver {
  return createServedDriver({
    id: 'qairt',
    name: 'QAIRT',
    runtime,
    program: 'geniex',
    find,
    files: bundleAt,
    remarks: (wish) => [...otherUnits(wish), ...ownContext('GenieX', wish)],
    lacks: ['pooling'],
    computesOn: () => ANY_NPU,
    planned: (_, { path }) => ({ contextTokens: contextOf(path), slots: 1, options: {} }),
    devices: [npu(HEXAGON)],
    serve,
  })
}

/** Throws an Error in words. */
function serve({ modelPath, contextTokens }: Plan): ServedModel {
  const bundle = bundleAt(modelPath)
  if (bundle === null) throw new Error(`there is no bundle of AI Hub at ${modelPath}.`)
  const store = storeWith(bundle.folder)
  return {
    args: (port) => [
      ...['--data-dir', store.folder, '--skip-update', 'serve'],
      // No web page is to ask it.
      ...['--origins', 'http://127.0.0.1'],
      ...['--host', `127.0.0.1:${port}`, '--compute', 'npu', '--keepalive', String(FOR_EVER)],
    ],
    readyAt: '/v1/',
    api: '/v1',
    slots: 1,
    remote: { id: store.name, dialect: 'geniex', contextTokens, purpose: 'chat' },
    facts: { description: 'QAIRT bundle', sizeBytes: bundle.sizeBytes, engineVersion: 'geniex' },
    media: { image: readsImages(bundle.folder), audioRate: null },
    settle: (client, signal) => warmUp(client, store.name, signal),
    gone: store.remove,
  }
}

/** A conversation without messages loads the model, and does nothing else. Rejects with what GenieX says. */
async function warmUp(client: UpstreamClient, model: string, signal: AbortSignal): Promise<void> {
  await client.post('chat/completions', { model, messages: [] }, signal)
}
