import type { Device } from '../../../core/device.ts'
import type { DeviceMemory, Footprint, Plan } from '../../driver.ts'
import { layerInputBytes } from './compute-bytes.ts'
import { chooseContextTokens } from './context-tokens.ts'
import { devicesInUse } from './devices-in-use.ts'
import { type Bytes, bytesOfFile, bytesOfProjector, NOTHING, total } from './file-bytes.ts'
import { EAGLE, headMisfit } from './head-architectures.ts'
import { kvBytes } from './kv-bytes.ts'
import { type ModelShape, shapeOf, type WeightFile, withoutHead } from './model-shape.ts'
import { readOptions } from './options.ts'
import { sharesOf } from './split-layers.ts'

/** Node, koffi and llama.cpp's libraries, before there is a model: measured as resident memory of a child. */
const RUNTIME_BYTES = 73 * 2 ** 20

/** The model's own file, and those of its draft model and its projector if it has them. */
export interface WeightFiles {
  readonly main: WeightFile
  readonly draft: WeightFile | null
  readonly projector: WeightFile | null
}

/**
 * The memory of a model at work, by device: weights as they are mapped or read, and once more where a CPU has them
 * rearranged; the KV cache, which llama.cpp clears and so touches at once; and what a full batch of a prompt touches of
 * the compute buffers. A draft model has a cache as long, and so have MTP layers, which need scratch space of their own; a
 * projector is read, not mapped, and has none. What a vendor's driver takes for itself of its device is not told.
 * @param freeBytes memory that is free now, of which an unasked context takes a share
 * @param accelerators of this machine, as the library lists them
 */
export function estimateLlamaCpp(
  { main, draft, projector }: WeightFiles,
  plan: Plan,
  freeBytes: number,
  accelerators: readonly Device[] = [],
): Footprint {
  const options = readOptions(plan.options)
  const devices = plan.gpuLayers === 0 ? [] : devicesInUse(accelerators, options)
  const loaded = headAtWork(main, plan) ? main : withoutHead(main)
  const model = shapeOf(loaded)
  const contextTokens = contextOf(model, plan, devices.length === 0 ? freeBytes : null)
  const offloading = { devices, shares: sharesOf(devices, options.tensorSplit, freeBytes) }
  const parts = [loaded, ...(draft === null ? [] : [withoutHead(draft)])].map((file) =>
    bytesOfFile(file, plan, contextTokens, offloading),
  )
  if (draft !== null && shapeOf(draft).architecture === EAGLE) {
    parts.push([{ ...NOTHING, compute: layerInputBytes(model, contextTokens) }])
  }
  if (projector !== null) parts.push(bytesOfProjector(projector, devices.length))
  const [host = NOTHING, ...others] = [undefined, ...devices].map((_, at) =>
    total(parts.flatMap((part) => part[at] ?? [])),
  )
  return {
    contextTokens,
    trainedTokens: model.trainedTokens || null,
    devices: [
      { device: 'CPU', ...host, runtime: RUNTIME_BYTES + host.runtime },
      ...devices.flatMap((device, at) => rowOf(device, others[at] ?? NOTHING)),
    ],
  }
}

/** Whether a model's MTP layers are loaded, and get a cache. */
function headAtWork(file: WeightFile, { deterministic }: Plan): boolean {
  const { architecture, headLayers } = shapeOf(file)
  return !deterministic && headMisfit(architecture, headLayers) === null
}

/** Nothing for a device that gets nothing. */
function rowOf({ name, sharesMemory, memoryBytes }: Device, bytes: Bytes): readonly DeviceMemory[] {
  if (bytes.weights + bytes.kvCache + bytes.compute === 0) return []
  const shared = sharesMemory === true || memoryBytes.total === 0
  return [{ device: name, ...(shared && { shared }), ...bytes }]
}

/** @param freeBytes `null`: the cache isn't in the machine's memory, which says nothing then */
function contextOf(model: ModelShape, plan: Plan, freeBytes: number | null): number {
  const numbers = model.kvNumbers.reduce((sum, each) => sum + each, 0)
  return chooseContextTokens({
    wanted: plan.contextTokens,
    trained: model.trainedTokens,
    absolute: model.absolutePositions,
    slots: plan.slots,
    kvBytesPerToken: freeBytes === null ? null : numbers * kvBytes(readOptions(plan.options).kvType),
    // What was asked for is estimated as it is; whether there is room for it is for others to say.
    freeBytes: plan.contextTokens === null ? (freeBytes ?? 0) : Number.POSITIVE_INFINITY,
  })
}
