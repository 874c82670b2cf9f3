import type { Weight } from './model-shape.ts'

/** Where the layers of a model lie: see `splitLayers`. */
export interface Placing {
  /** The device's position, or `null` for the CPU, of each repeating layer and, last, of the output. */
  readonly split: readonly (number | null)[]
  /** Of each device, of any sum. */
  readonly shares: readonly number[]
  /** Each layer's matrices lie on all devices, by their shares. */
  readonly byRows: boolean
}

/** Weights that llama.cpp copies into an order that suits the CPU's vector units (ggml-cpu's `repack.cpp`). */
const REPACKED_TYPES = ['Q4_0', 'Q4_K', 'IQ4_NL']
const REPACKED_ROWS = 8

const EMBEDDING = 'token_embd.weight'

/**
 * Bytes of the weights in the machine's own memory, then on each device. A matrix that is input and output in one is there
 * twice when the output lies on a device.
 */
export function weightsByDevice(tensors: readonly Weight[], placing: Placing, encodes: boolean): readonly number[] {
  const bytes = [0, ...placing.shares.map(() => 0)]
  const add = (device: number | null, more: number) => {
    const row = device === null ? 0 : device + 1
    bytes[row] = (bytes[row] ?? 0) + more
  }
  const whole = placing.shares.reduce((sum, share) => sum + share, 0)
  for (const tensor of tensors) {
    const device = deviceOf(tensor.name, placing)
    if (device !== null && placing.byRows && (tensor.shape[1] ?? 1) > 1)
      for (const [other, share] of placing.shares.entries()) add(other, (tensor.bytes * share) / whole)
    else add(device, tensor.bytes)
  }
  const output = placing.split.at(-1) ?? null
  if (output !== null && !encodes && isTied(tensors))
    add(output, tensors.find(({ name }) => name === EMBEDDING)?.bytes ?? 0)
  return bytes
}

/** What the CPU keeps once more, rearranged. */
export function repackedBytes(tensors: readonly Weight[], placing: Placing): number {
  const outputHere = (placing.split.at(-1) ?? null) === null
  return tensors
    .filter(({ type, shape }) => REPACKED_TYPES.includes(type) && (shape[1] ?? 0) % REPACKED_ROWS === 0)
    .filter(({ name }) => name.endsWith('.weight') && deviceOf(name, placing) === null)
    .filter(({ name }) => name !== EMBEDDING || (outputHere && isTied(tensors)))
    .reduce((total, { bytes }) => total + bytes, 0)
}

/** What belongs to no layer and isn't of the output is of the input. */
function deviceOf(name: string, { split }: Placing): number | null {
  const layer = /^blk\.(\d+)\./.exec(name)?.[1]
  if (layer !== undefined) return split[Number(layer)] ?? null
  return /^(output|cls)/.test(name) ? (split.at(-1) ?? null) : null
}

function isTied(tensors: readonly Weight[]): boolean {
  return tensors.every(({ name }) => name !== 'output.weight')
}
