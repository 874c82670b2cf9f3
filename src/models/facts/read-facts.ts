import { fileTypeName } from '../gguf/file-types.ts'
import type { GgufHeader } from '../gguf/header.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { elements } from '../gguf/tensor.ts'
import { TENSOR_TYPES } from '../gguf/tensor-types.ts'
import { capabilitiesOf } from './capabilities.ts'
import type { GgufFacts } from './facts.ts'

/** The files that facts are read from. */
export interface ModelFiles {
  /** In order; the first tells most. */
  readonly parts: readonly string[]
  readonly mmproj: string | null
}

/**
 * What a model's GGUF files say of it. A projector that can't be read is as good as none. Rejects with `MalformedGguf`
 * when a part can't be, or with what the file system says.
 */
export async function readFacts({ parts, mmproj }: ModelFiles): Promise<GgufFacts> {
  const headers: GgufHeader[] = []
  for (const part of parts) headers.push(await readGgufHeader(part))
  const projector = mmproj === null ? null : await readGgufHeader(mmproj).catch(() => null)
  return factsOf(headers, projector)
}

function factsOf(headers: readonly GgufHeader[], projector: GgufHeader | null): GgufFacts {
  const metadata = headers[0]?.metadata ?? new Map()
  const text = (key: string) => {
    const value = metadata.get(key)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const architecture = text('general.architecture') ?? ''
  const count = (key: string) => {
    const value = metadata.get(`${architecture}.${key}`)
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
  }
  const template = text('tokenizer.chat_template')
  return {
    // Files of before `general.type` are models, or projectors by their architecture.
    type: text('general.type') ?? (architecture === 'clip' ? 'mmproj' : 'model'),
    architecture,
    name: text('general.name'),
    parameters: parametersOf(headers),
    contextTokens: count('context_length'),
    embeddingSize: count('embedding_length'),
    layers: count('block_count'),
    quantization: quantizationOf(headers),
    capabilities: capabilitiesOf(metadata, template ?? '', projector?.metadata ?? null),
    chatTemplate: template,
  }
}

function parametersOf(headers: readonly GgufHeader[]): number | null {
  const tensors = headers.flatMap((header) => header.tensors)
  if (tensors.length === 0) return null
  return tensors.reduce((sum, { shape }) => sum + elements(shape), 0)
}

/** As the file declares it; else the type that most of its weights are stored in. */
function quantizationOf(headers: readonly GgufHeader[]): string | null {
  const declared = headers[0]?.metadata.get('general.file_type')
  const name = typeof declared === 'number' ? fileTypeName(declared) : null
  if (name !== null) return name
  const weights = new Map<number, number>()
  for (const { type, shape } of headers.flatMap((header) => header.tensors)) {
    weights.set(type, (weights.get(type) ?? 0) + elements(shape))
  }
  const [most] = [...weights].sort(([, a], [, b]) => b - a)
  return most ? (TENSOR_TYPES.get(most[0])?.name ?? null) : null
}
