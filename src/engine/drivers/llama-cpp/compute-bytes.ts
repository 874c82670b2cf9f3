import type { Plan } from '../../driver.ts'
import { EAGLE_LAYERS } from './head-architectures.ts'
import type { ModelShape } from './model-shape.ts'
import { readOptions } from './options.ts'

/** Rows of one prefill call; see `loaded-model.ts`. */
const BATCH_ROWS = 512
const DETERMINISTIC_BATCH_ROWS = 128

/**
 * Scratch space of the largest step on one device.
 * @param layers repeating ones that it computes; the first device, the machine's CPU, looks up the input besides
 * @param hasLogits they are computed here, or read from here
 */
export function computeBytes(
  model: ModelShape,
  plan: Plan,
  contextTokens: number,
  { layers, isCpu, hasLogits }: { readonly layers: number; readonly isCpu: boolean; readonly hasLogits: boolean },
): number {
  const { flashAttention, pooling } = readOptions(plan.options)
  const generates = model.generates && pooling === null
  // A text that is pooled is read in one batch.
  const batchRows = !generates ? contextTokens : plan.deterministic ? DETERMINISTIC_BATCH_ROWS : BATCH_ROWS
  const rows = Math.min(batchRows, contextTokens)
  const flash = !plan.deterministic && flashAttention !== 'off'
  const input = isCpu ? rows * model.width * 4 : 0
  if (model.encodes) return layers === 0 ? input : encoderBytes(model, layers, contextTokens)
  const logits = hasLogits ? (generates ? plan.slots : 1) * model.vocabulary * 4 : 0
  return (layers === 0 ? input : decoderBytes(model, rows, contextTokens, flash)) + logits
}

/**
 * Scratch space that a model's MTP layers need beside its own, while they read a slice of a prompt.
 * @param here they are computed on this device
 */
export function headBytes(
  model: ModelShape,
  plan: Plan,
  contextTokens: number,
  { here, isCpu }: { readonly here: boolean; readonly isCpu: boolean },
): number {
  const rows = Math.min(BATCH_ROWS, contextTokens)
  const flash = readOptions(plan.options).flashAttention !== 'off'
  // Hidden rows as the model leaves them and as the layers are given them, and logits: in the machine's memory.
  const host = isCpu ? 2 * rows * model.width * 4 + plan.slots * model.vocabulary * 4 : 0
  return (here ? decoderBytes(model, rows, contextTokens, flash) : 0) + host
}

/** What a model keeps of a batch for an EAGLE-3 draft, in the machine's memory. */
export function layerInputBytes({ width }: ModelShape, contextTokens: number): number {
  return EAGLE_LAYERS * Math.min(BATCH_ROWS, contextTokens) * width * 4
}

/**
 * Peak of one layer over a batch: its input, the residual, queries, and both halves of the feed-forward step, which is
 * larger than what attention needs; scores for every head where attention isn't fused, else their mask. Layers use the
 * same memory one after the other.
 */
function decoderBytes(model: ModelShape, rows: number, context: number, flash: boolean): number {
  const activations = rows * (4 * model.width + 2 * model.feedForward + model.queryWidth) * 4
  return activations + rows * context * (flash ? 2 : model.heads * 4)
}

/** An encoder's layers keep what they have computed until the last one is done (measured); scores they share. */
function encoderBytes(model: ModelShape, layers: number, rows: number): number {
  return layers * rows * (6 * model.width + model.feedForward) * 4 + rows * rows * model.heads * 5
}
