import { finite, type HfConfig } from '../config.ts'
import { isObject } from '../read-json.ts'
import { ConversionRefusal } from '../refusal.ts'
import type { Checkpoint } from '../safetensors/checkpoint.ts'
import { type FloatType, isFloat, toFloats } from '../safetensors/dtype.ts'

/** A tensor of the checkpoint as rows of numbers, whatever they are stored as. */
export interface SourceTensor {
  /** Along the outermost dimension; a vector's are its numbers. */
  readonly rows: number
  readonly rowLength: number
  readonly shape: readonly number[]
  readonly dtype: FloatType
  /** Bytes are what the numbers say, with no scale beside them. */
  readonly plain: boolean
  bytes(firstRow: number, count: number): Promise<Uint8Array>
  /** The numbers, scaled where the checkpoint keeps scales. */
  floats(firstRow: number, count: number): Promise<Float32Array>
}

/** What 8-bit weights are multiplied by: one number, one a row, or one a block of so many rows and columns. */
interface Scales {
  readonly values: Float32Array
  readonly columns: number
  readonly blockRows: number
  readonly blockColumns: number
}

/** Names under which scales of a weight are kept; the first is by blocks, and its `inv` says nothing of the sense. */
const SCALE_SUFFIXES = ['_scale_inv', '_scale'] as const

/** What lies beside weights and is for running in 8 bits, which llama.cpp doesn't. */
const RUN_TIME_SCALE = /\.(input_scale|activation_scale|output_scale|k_scale|v_scale)$/

/** Whether the tensor belongs to another, or to a way of running that isn't llama.cpp's. */
export function isScale(name: string): boolean {
  return SCALE_SUFFIXES.some((suffix) => name.endsWith(`.weight${suffix}`)) || RUN_TIME_SCALE.test(name)
}

/** Throws `ConversionRefusal` when the weights are numbers in a way that can't be read here. */
export function refuseQuantized(config: HfConfig): void {
  const method = config.object('quantization_config')?.quant_method
  if (method === undefined || method === 'fp8' || method === 'fbgemm_fp8' || method === 'compressed-tensors') return
  throw new ConversionRefusal(`its weights are quantized by ${method}. Convert the weights they were made from.`)
}

/** Throws `ConversionRefusal` for a tensor that holds no weights. */
export async function sourceTensor(checkpoint: Checkpoint, name: string, config: HfConfig): Promise<SourceTensor> {
  const tensor = checkpoint.tensors.get(name)
  if (tensor === undefined) throw new ConversionRefusal(`the tensor ${name} is missing.`)
  const { dtype, shape } = tensor
  if (!isFloat(dtype))
    throw new ConversionRefusal(`the tensor ${name} is of the type ${dtype}, which holds no weights.`)
  if (shape.length === 0 || tensor.bytes === 0) throw new ConversionRefusal(`the tensor ${name} is empty.`)
  const [rows = 0] = shape
  const rowBytes = tensor.bytes / rows
  const scales = await scalesOf(checkpoint, name, config)
  const bytes = (first: number, count: number) => checkpoint.read(name, first * rowBytes, count * rowBytes)
  const rowLength = shape.slice(1).reduce((product, dimension) => product * dimension, 1)
  return {
    rows,
    rowLength,
    shape,
    dtype,
    plain: scales === null,
    bytes,
    async floats(first, count) {
      const values = toFloats(dtype, await bytes(first, count))
      if (scales !== null) applyScales(values, rowLength, first, scales)
      return values
    },
  }
}

async function scalesOf(checkpoint: Checkpoint, name: string, config: HfConfig): Promise<Scales | null> {
  const found = SCALE_SUFFIXES.map((suffix) => checkpoint.tensors.get(name + suffix)).find((scale) => scale)
  if (found === undefined) return null
  const [rows = 1, columns = 1] = checkpoint.tensors.get(name)?.shape ?? []
  if (!isFloat(found.dtype)) throw new ConversionRefusal(`the scales ${found.name} are of the type ${found.dtype}.`)
  const values = toFloats(found.dtype, await checkpoint.read(found.name, 0, found.bytes))
  const [scaleRows = 1, scaleColumns = 1] = found.shape
  const [blockRows, blockColumns] = found.name.endsWith('_scale_inv')
    ? blockSize(config)
    : [Math.ceil(rows / scaleRows), Math.ceil(columns / scaleColumns)]
  if (scaleRows !== Math.ceil(rows / blockRows) || scaleColumns !== Math.ceil(columns / blockColumns)) {
    throw new ConversionRefusal(`the scales ${found.name} of shape ${found.shape} don't fit their weights.`)
  }
  return { values, columns: scaleColumns, blockRows, blockColumns }
}

function blockSize(config: HfConfig): [number, number] {
  const quantization = config.object('quantization_config')
  const size = isObject(quantization) ? quantization.weight_block_size : null
  const [rows, columns] = Array.isArray(size) ? size.map(finite) : []
  return [rows ?? 128, columns ?? 128]
}

function applyScales(values: Float32Array, rowLength: number, firstRow: number, scales: Scales): void {
  for (let i = 0; i < values.length; i++) {
    const row = firstRow + Math.floor(i / rowLength)
    const block = Math.floor(row / scales.blockRows) * scales.columns
    const scale = scales.values[block + Math.floor((i % rowLength) / scales.blockColumns)] ?? 1
    values[i] = (values[i] ?? 0) * scale
  }
}
