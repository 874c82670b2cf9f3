import { dirname, join } from 'node:path'
import { FILE_TYPE, string, type TensorType, u32 } from '../gguf/format.ts'
import { type StreamWatch, streamGguf } from '../gguf/stream.ts'
import { diskFull, freeBytes } from '../pull/download/disk-error.ts'
import { architectureOf } from './architectures/index.ts'
import { HfConfig } from './config.ts'
import { poolingOf } from './pooling-modules.ts'
import { readJson } from './read-json.ts'
import { ConversionRefusal } from './refusal.ts'
import { openCheckpoint } from './safetensors/checkpoint.ts'
import { planTensors } from './tensors/plan.ts'
import { readTokenizer } from './tokenizer/read-tokenizer.ts'

export interface FolderWish {
  /** A folder as `save_pretrained` writes it: config.json, safetensors, the tokenizer's files. */
  readonly folder: string
  /** Where the GGUF file goes; an existing one is replaced. */
  readonly output: string
  /** Of the matrices; vectors and norms stay exact. */
  readonly type: TensorType
  /** `general.name`. */
  readonly name: string
}

export interface ConvertedFolder {
  /** As llama.cpp calls it. */
  readonly architecture: string
  /** What the file will not do as the original did, in sentences. */
  readonly warnings: readonly string[]
}

/**
 * Makes one GGUF file of a Hugging Face folder, holding a few rows of one tensor at a time. Runs no code of the folder.
 * Throws `ConversionRefusal`, `disk_full`, what node:fs throws, or the signal's reason; what was written is left.
 */
export async function convertFolder(wish: FolderWish, watch: StreamWatch): Promise<ConvertedFolder> {
  const json = await readJson(join(wish.folder, 'config.json'))
  if (json === null) throw new ConversionRefusal('it has no config.json.')
  const config = new HfConfig(json)
  const architecture = architectureOf(config.architecture)
  const warnings: string[] = []
  const model = { config, warnings, pooling: await poolingOf(wish.folder) }
  const checkpoint = await openCheckpoint(wish.folder)
  try {
    const tensors = await planTensors(checkpoint, architecture, model, wish.type)
    const size = tensors.find(({ name }) => name === 'token_embd.weight')?.shape[1]
    if (size === undefined) throw new ConversionRefusal('it has no embeddings of tokens.')
    const metadata = new Map([
      ['general.architecture', string(architecture.name)],
      ['general.type', string('model')],
      ['general.file_type', u32(FILE_TYPE[wish.type])],
      ['general.quantization_version', u32(2)],
      ...architecture.metadata(model),
      ...(await readTokenizer(wish.folder, config, { size, name: wish.name, warnings })),
    ])
    await streamGguf(wish.output, metadata, tensors, { ...watch, begin: (bytes) => checkSpace(wish.output, bytes) })
    return { architecture: architecture.name, warnings }
  } finally {
    await checkpoint.close()
  }
}

/** Throws `disk_full` before anything is written, rather than in the middle. */
async function checkSpace(output: string, neededBytes: number): Promise<void> {
  const free = await freeBytes(dirname(output))
  if (free !== null && free < neededBytes) throw diskFull(dirname(output), neededBytes, free)
}
