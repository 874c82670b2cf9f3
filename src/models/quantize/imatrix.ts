import type { FloatsAt, ImportanceMatrix } from '../../core/quantization.ts'
import { ConversionRefusal } from '../convert/refusal.ts'
import { MalformedGguf, type TensorInfo } from '../gguf/header.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { elements } from '../gguf/tensor.ts'

const SUMS = '.in_sum2'
const COUNTS = '.counts'

/** `GGML_TYPE_F32`. */
const F32 = 0

/**
 * What an importance matrix has: a GGUF file with, for each matrix `m`, sums of squared activations `m.in_sum2` and, for
 * each expert, how many were summed, `m.counts` (llama.cpp's tools/imatrix/README.md). Throws `ConversionRefusal`.
 */
export async function readImatrix(path: string): Promise<ImportanceMatrix> {
  const { tensors, dataStart } = await headerOf(path)
  const byName = new Map(tensors.map((tensor) => [tensor.name, tensor]))
  const entries = tensors
    .filter((tensor) => tensor.name.endsWith(SUMS))
    .map((tensor) => {
      const name = tensor.name.slice(0, -SUMS.length)
      const counts = byName.get(name + COUNTS)
      if (counts === undefined) throw new ConversionRefusal(`${path} has sums but no counts for ${name}.`)
      const entry = { name, sums: floatsAt(tensor, dataStart), counts: floatsAt(counts, dataStart) }
      const columns = entry.sums.count / entry.counts.count
      if (columns > 0 && Number.isInteger(columns)) return entry
      throw new ConversionRefusal(`${path} has ${entry.sums.count} sums for ${entry.counts.count} experts of ${name}.`)
    })
  if (entries.length === 0) throw new ConversionRefusal(`${path} is a GGUF file, but no importance matrix.`)
  return { path, entries }
}

async function headerOf(path: string) {
  try {
    return await readGgufHeader(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) throw new ConversionRefusal(`the importance matrix ${path} can't be read (${code}).`)
    if (!(error instanceof MalformedGguf)) throw error
    throw new ConversionRefusal(
      `${path} can't be read as an importance matrix: ${error.message}. llama-imatrix turns its old format into GGUF.`,
    )
  }
}

function floatsAt({ name, type, shape, offset }: TensorInfo, dataStart: number): FloatsAt {
  if (type !== F32) throw new ConversionRefusal(`${name} of the importance matrix is not F32.`)
  return { offset: dataStart + offset, count: elements(shape) }
}
