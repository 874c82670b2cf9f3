import { basename, dirname, join } from 'node:path'
import type { WeightFile } from '../engine/registry.ts'
import { readGgufHeader } from '../models/gguf/read-header.ts'
import { elements } from '../models/gguf/tensor.ts'
import { TENSOR_TYPES } from '../models/gguf/tensor-types.ts'
import { partNames, readGgufName } from '../models/ids/file-names.ts'

/** The header of a GGUF file, with the tensors of all its parts where it is split. Rejects when one can't be read. */
export async function readWeights(path: string): Promise<WeightFile> {
  const part = readGgufName(path)?.part ?? null
  const names = part === null ? [path] : partNames(basename(path), part.of).map((name) => join(dirname(path), name))
  const [first, ...others] = await Promise.all(names.map((name) => readGgufHeader(name)))
  const metadata = first?.metadata ?? new Map<string, unknown>()
  const tensors = [first, ...others].flatMap((header) => header?.tensors ?? [])
  return {
    metadata,
    tensors: tensors.map(({ name, shape, type }) => {
      const { name: typeName = '', blockElements = 1, blockBytes = 0 } = TENSOR_TYPES.get(type) ?? {}
      return { name, shape, type: typeName, bytes: (elements(shape) / blockElements) * blockBytes }
    }),
  }
}
