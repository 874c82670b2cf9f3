import type { Device } from '../../../core/device.ts'
import type { DeviceMemory, Plan } from '../../driver.ts'
import { computeBytes, headBytes } from './compute-bytes.ts'
import { kvBytes } from './kv-bytes.ts'
import { shapeOf, type WeightFile } from './model-shape.ts'
import { type LlamaCppPlanOptions, readOptions } from './options.ts'
import { splitLayers } from './split-layers.ts'
import { type Placing, repackedBytes, weightsByDevice } from './weights-by-device.ts'

/** What is taken of one memory, in bytes. */
export type Bytes = Omit<DeviceMemory, 'device' | 'shared' | 'extra'>

/** Which accelerators share a model, and how. */
export interface Offloading {
  readonly devices: readonly Device[]
  readonly shares: readonly number[]
}

export const NOTHING: Bytes = { weights: 0, mapped: 0, kvCache: 0, compute: 0, runtime: 0 }

/** A token of the vocabulary, or a merge of two: measured over vocabularies of 2 000 to 152 000. */
const VOCABULARY_ENTRY_BYTES = 150

export function total(parts: readonly Bytes[]): Bytes {
  const sum = (part: keyof Bytes) => parts.reduce((all, each) => all + each[part], 0)
  return {
    weights: sum('weights'),
    mapped: sum('mapped'),
    kvCache: sum('kvCache'),
    compute: sum('compute'),
    runtime: sum('runtime'),
  }
}

/** What one file takes of the machine's own memory, then of each accelerator; its `runtime` is its vocabulary. */
export function bytesOfFile(
  file: WeightFile,
  plan: Plan,
  contextTokens: number,
  { devices, shares }: Offloading,
): readonly Bytes[] {
  const options = readOptions(plan.options)
  const model = shapeOf(file)
  const split = splitLayers(model.layers, plan.gpuLayers, shares)
  const placing: Placing = { split, shares, byRows: options.splitMode === 'row' }
  const sequences = model.generates && options.pooling === null ? plan.slots : 1
  const kvBytesPerNumber = kvBytes(options.kvType) * contextTokens * sequences
  const mapped = isMapped(options, devices)
  return weightsByDevice(file.tensors, placing, model.encodes).map((stored, row): Bytes => {
    const isCpu = row === 0
    const device = isCpu ? null : row - 1
    const kvNumbers = model.kvNumbers.filter((_, layer) => split[layer] === device)
    const layers = split.slice(0, -1).filter((each) => each === device).length
    // Logits are read from the machine's memory, wherever they are computed.
    const hasLogits = isCpu || split.at(-1) === device
    return {
      weights: stored + (isCpu ? repackedBytes(file.tensors, placing) : 0),
      mapped: isCpu && mapped ? stored : 0,
      kvCache: kvNumbers.reduce((sum, each) => sum + each, 0) * kvBytesPerNumber,
      compute:
        computeBytes(model, plan, contextTokens, { layers, isCpu, hasLogits }) +
        (model.headLayers === 0
          ? 0
          : headBytes(model, plan, contextTokens, { here: split[model.layers - 1] === device, isCpu })),
      runtime: isCpu ? model.vocabularyEntries * VOCABULARY_ENTRY_BYTES : 0,
    }
  })
}

/**
 * A projector lies on the first accelerator, if there is one. The scratch space is that of one image or tile: what each
 * patch is at its widest, a few times over.
 */
export function bytesOfProjector({ metadata, tensors }: WeightFile, devices: number): readonly Bytes[] {
  const number = (key: string) => Number(metadata.get(`clip.vision.${key}`) ?? 0)
  const patches = (number('image_size') / (number('patch_size') || 1)) ** 2
  const weights = tensors.reduce((sum, { bytes }) => sum + bytes, 0)
  const compute = patches * (number('feed_forward_length') + 8 * number('embedding_length')) * 4
  const bytes = { ...NOTHING, weights, compute }
  return devices === 0 ? [bytes] : [NOTHING, bytes]
}

/** Weights are read, not mapped, for devices that are part of the processor, unless asked otherwise. */
function isMapped({ loadMode }: LlamaCppPlanOptions, devices: readonly Device[]): boolean {
  if (loadMode === 'auto') return !devices.some(({ integrated }) => integrated)
  return loadMode === 'mmap' || loadMode === 'mlock'
}
