import type { EngineDriver, Plan } from '../../driver.ts'
import { npu } from '../../native/backend-parts.ts'
import { npuUnits, onNpus } from '../../native/npu-units.ts'
import type { ChildRuntime } from '../../process/runtime.ts'
import { createServedDriver } from '../served/driver.ts'
import { findProgram } from '../served/find-program.ts'
import type { ServedModel } from '../served/model.ts'
import { serverArguments } from './arguments.ts'
import { rknn3Files } from './files.ts'
import type { Rknn3Options } from './options.ts'
import { visionOf } from './vision.ts'

export interface Rknn3DriverOptions extends Rknn3Options {
  readonly runtime: Pick<ChildRuntime, 'clock'>
}

/** Where nobody says how many; rkllm3-server's own. */
const USUAL_CONTEXT = 4096

const PROGRAM = 'rkllm3-server'

/** Cards are known to be stuck after loads that failed. In Rockchip's order. */
const RECOVERY =
  'Should the card not answer any more: `rknn-smi reset`, then `rknn-smi reset -t hw`, then restart rknn3.service, then Trivet, each if what is before it does not help.'

/** Rockchip's rkllm3-server, run as a child and asked over HTTP: `.rknn` files with `.weight` beside them, on RK1820 and RK1828. */
export function createRknn3Driver({ runtime, serverPath }: Rknn3DriverOptions): EngineDriver {
  const install = "Install the packages of Rockchip's rknn3-toolkit"
  return createServedDriver({
    id: 'rknn3',
    name: 'RKNN3',
    runtime,
    program: PROGRAM,
    find: () => findProgram({ name: PROGRAM, install, setting: 'rknn3.server_path' }, serverPath),
    files: rknn3Files,
    computesOn: onNpus,
    planned(modelId, _, { contextTokens, compute, pooling }) {
      npuUnits('RKNN3', modelId, compute)
      return { contextTokens: contextTokens ?? USUAL_CONTEXT, slots: 1, options: { embeds: pooling !== undefined } }
    },
    devices: [npu('')],
    serve,
    alone: (holder) =>
      `an RK182x carries one model at a time, and \`${holder}\` is loaded: more break its connection. Unload it first.`,
    advice: RECOVERY,
  })
}

/** Throws an Error in words. */
function serve({ modelId, modelPath, contextTokens: wished, options }: Plan): ServedModel {
  const files = rknn3Files(modelPath)
  if (files === null) throw new Error(`there is no .rknn file with its .weight at ${modelPath}.`)
  const { vocabulary } = files
  if (vocabulary === null) throw new Error('there is no .tokenizer.gguf beside it.')
  // What it is called tells more than its files do.
  const embeds = options.embeds === true || /embed/i.test(files.model)
  const vision = files.vision === null || embeds ? null : visionOf(files.model)
  const contextTokens = wished ?? USUAL_CONTEXT
  return {
    args: (port) =>
      serverArguments({ files: { ...files, vocabulary }, vision, port, alias: modelId, contextTokens, embeds }),
    readyAt: '/health',
    api: '/v1',
    slots: 1,
    remote: { id: modelId, dialect: PROGRAM, contextTokens, purpose: embeds ? 'embed' : 'chat' },
    facts: { description: 'RKNN3 model', sizeBytes: files.sizeBytes, engineVersion: PROGRAM },
    media: { image: vision !== null, audioRate: null },
  }
}
