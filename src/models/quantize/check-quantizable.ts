import { TrivetError } from '../../core/errors.ts'
import type { Quantization } from '../../core/quantization.ts'
import { type GgufHeader, MalformedGguf } from '../gguf/header.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { TENSOR_TYPES } from '../gguf/tensor-types.ts'
import type { QuantizationOrder } from './quantize.ts'

/** How the API is told to go ahead. */
export const CONSENT = '`allow_requantize`: true'

/**
 * Types whose files have matrices of these types and no others, which llama.cpp takes over as they are
 * (`llama_tensor_get_type_impl` in its llama-quant.cpp). Other types mix, so that some would be quantized again.
 */
const TAKEN_OVER: Partial<Readonly<Record<Quantization, readonly string[]>>> = {
  Q8_0: ['Q8_0'],
  MXFP4_MOE: ['MXFP4', 'Q8_0'],
}

/**
 * Whether a quantization can begin, by the header of its file. Rejects with `requantize_refused`, or with `invalid_value`
 * about `model` when it is no GGUF file that can be read.
 */
export async function checkQuantizable(order: QuantizationOrder): Promise<void> {
  const header = await headerOf(order)
  const type = order.allowRequantize ? null : requantized(header, order)
  if (type === null) return
  throw new TrivetError('requantize_refused', { input: order.source, type, consent: CONSENT }, 'allow_requantize')
}

async function headerOf({ input, source }: QuantizationOrder): Promise<GgufHeader> {
  try {
    return await readGgufHeader(input)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined && !(error instanceof MalformedGguf)) throw error
    const reason = `\`${source}\` can not be quantized: ${code === undefined ? message : `it can't be read (${code})`}.`
    throw new TrivetError('invalid_value', { reason }, 'model', { cause: error })
  }
}

/** The type of the first matrix that would be quantized a second time; null when none would. */
function requantized(
  { tensors }: Pick<GgufHeader, 'tensors'>,
  { type, keepOutput }: Pick<QuantizationOrder, 'type' | 'keepOutput'>,
): string | null {
  for (const { name, shape, type: code } of tensors) {
    const stored = TENSOR_TYPES.get(code)
    if (stored === undefined || stored.blockElements === 1 || shape.length < 2) continue
    if (!name.endsWith('weight') || (keepOutput && name === 'output.weight')) continue
    if (!TAKEN_OVER[type]?.includes(stored.name)) return stored.name
  }
  return null
}
