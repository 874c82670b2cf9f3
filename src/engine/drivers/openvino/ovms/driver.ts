import { AUTO } from '../../../../core/compute/compute.ts'
import { openVinoName } from '../../../../core/compute/openvino.ts'
import type { EngineDriver, Plan } from '../../../driver.ts'
import { readSettings } from '../../../encoder/settings.ts'
import { loadRefused } from '../../../load-refused.ts'
import { hostCpu } from '../../../native/host-cpu.ts'
import { ownContext } from '../../../native/unheeded.ts'
import type { ChildRuntime } from '../../../process/runtime.ts'
import { createServedDriver } from '../../served/driver.ts'
import type { ServedModel } from '../../served/model.ts'
import { openVinoFiles } from '../files.ts'
import { kindOf } from '../kind.ts'
import { readOptions } from '../options.ts'
import { serverArguments } from './arguments.ts'
import { writeDraftGraph } from './draft-graph.ts'
import { requireLoaded } from './settle.ts'

export interface OvmsDriverOptions {
  readonly runtime: Pick<ChildRuntime, 'clock'>
  /** Throws an Error that says where it was looked for. */
  find(): string
}

/** It batches what comes at the same time; a NPU takes one after the other. */
const SLOTS = 16

/** OpenVINO Model Server, run as a child and asked over HTTP: everything that OpenVINO GenAI does, on Intel's CPUs, GPUs and NPUs. */
export function createOvmsDriver({ runtime, find }: OvmsDriverOptions): EngineDriver {
  return createServedDriver({
    id: 'openvino',
    name: 'OpenVINO',
    runtime,
    program: 'ovms',
    find,
    files: openVinoFiles,
    remarks: (wish) => ownContext('OpenVINO Model Server', wish),
    planned(_, __, { compute = AUTO, contextTokens = null, slots = SLOTS, pooling = null, draftModel = null }) {
      const device = openVinoName(compute)
      return { contextTokens, slots: device.includes('NPU') ? 1 : slots, options: { device, pooling, draftModel } }
    },
    devices: [hostCpu()],
    batches: true,
    drafts: true,
    serve,
  })
}

/** Throws an Error in words, or `load_refused` about a draft. */
function serve({ modelId, modelPath, contextTokens: wished, slots, options }: Plan): ServedModel {
  const { device, pooling, draftModel } = readOptions(options)
  const files = openVinoFiles(modelPath)
  if (files === null) throw new Error(`there is no OpenVINO model at ${modelPath}.`)
  const kind = kindOf(files, pooling !== null)
  const settings = readSettings(files.folder)
  const onNpu = device.includes('NPU')
  const contextTokens = (onNpu ? wished : null) ?? settings.contextTokens
  const draft = draftModel === null ? null : openVinoFiles(draftModel)
  if (draftModel !== null && draft === null)
    throw loadRefused(modelId, 'draft_model', `the draft ${draftModel} is no OpenVINO model.`)
  if (draft !== null && kind !== 'writer')
    throw loadRefused(modelId, 'draft_model', 'a draft guesses for models that write text only.')
  const graph = draft === null ? null : writeDraftGraph(files.folder, draft.folder, device)
  const purpose = { writer: 'chat', seer: 'chat', embedder: 'embed', reranker: 'rerank' } as const
  return {
    args: (port) =>
      serverArguments({
        folder: graph?.path ?? files.folder,
        graph: graph !== null,
        port,
        name: modelId,
        kind,
        device,
        contextTokens: contextTokens ?? USUAL_PROMPT,
        pooling: pooling ?? settings.pooling,
      }),
    keyVariable: 'API_KEY',
    readyAt: '/v2/health/ready',
    api: '/v3',
    slots,
    remote: { id: modelId, dialect: 'ovms', contextTokens, purpose: purpose[kind] },
    facts: {
      description: `${settings.architecture} OpenVINO model`.trimStart(),
      sizeBytes: files.sizeBytes,
      engineVersion: `ovms on ${device}`,
    },
    media: { image: kind === 'seer', audioRate: null },
    settle: (client, signal) => requireLoaded(client, modelId, signal),
    gone: () => graph?.remove(),
  }
}

/** Of a NPU, where neither the model's files nor the user say. */
const USUAL_PROMPT = 1024
