import { QUANTIZATIONS, type QuantizeOrder } from '../../../../core/quantization.ts'
import koffi from '../../../native/koffi.ts'
import { type LlamaApi, onPool, type Pointer } from '../native/api.ts'
import { allocateBytes, allocateFloats } from '../native/memory.ts'
import { type Importance, readImportance } from './imatrix.ts'

/** Rows of one tensor held in memory at once. llama.cpp's own bound is 8 GiB, which is more than many machines have. */
const MAX_BUFFER_BYTES = 1024 ** 3

/**
 * Quantizes a file by `llama_model_quantize`, in a child process. Resolves with false when llama.cpp refuses; its
 * reason is in the log it wrote. Throws an Error about an importance matrix that can't be used.
 */
export async function quantizeFile(api: LlamaApi, order: QuantizeOrder): Promise<boolean> {
  const importance = order.imatrix === null ? null : await readImportance(order.imatrix)
  const status = await onPool(api.llama_model_quantize, order.input, order.output, {
    ...api.llama_model_quantize_default_params(),
    nthread: order.threads,
    ftype: QUANTIZATIONS[order.type],
    allow_requantize: order.allowRequantize,
    quantize_output_tensor: !order.keepOutput,
    pure: order.pure,
    imatrix: importance === null ? null : nativeImatrix(importance),
    max_buf_size: MAX_BUFFER_BYTES,
  })
  return status === 0
}

/** An array of `llama_model_imatrix_data`, closed by one without a name. It is never freed: the child ends with it. */
function nativeImatrix(importance: Importance): Pointer {
  const entries = [...importance].map(([name, means]) => {
    const data = allocateFloats(means.length)
    data.view.set(means)
    return { name: cString(name), data: data.pointer, size: means.length }
  })
  const end = { name: null, data: null, size: 0 }
  const array = koffi.alloc('llama_model_imatrix_data', entries.length + 1) as Pointer
  koffi.encode(array, koffi.array('llama_model_imatrix_data', entries.length + 1), [...entries, end])
  return array
}

function cString(text: string): Pointer {
  const bytes = Buffer.from(text, 'utf8')
  const { pointer, view } = allocateBytes(bytes.length + 1)
  view.set(bytes)
  return pointer
}
