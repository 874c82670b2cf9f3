import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import type { Quantization, QuantizeOrder } from '../../core/quantization.ts'
import type { StoredModel } from '../catalogue/model.ts'
import { readGgufHeader } from '../gguf/read-header.ts'
import { idPart } from '../ids/id.ts'
import type { Origin } from '../own/place.ts'
import type { Publisher, Staging } from '../own/publisher.ts'
import { fallbacks } from '../quantize/fallbacks.ts'
import { readImatrix } from '../quantize/imatrix.ts'
import { ConversionRefusal } from './refusal.ts'
import type { TryModel } from './trial.ts'

/** What making a model does, one after the other; not every one of them each time. */
export type MakingStage = 'converting' | 'quantizing' | 'validating' | 'publishing'

export interface MakingWatch {
  readonly signal: AbortSignal
  stage(name: MakingStage): void
  /** Bytes of this stage. */
  progress(doneBytes: number, totalBytes: number | null): void
}

/** What is needed from outside. */
export interface MakingTools {
  readonly publisher: Publisher
  readonly clock: Clock
  readonly tryModel: TryModel
  /** Rejects with `quantize_failed` or the signal's reason. `onProgress` is told 0 to 1. */
  quantize(order: QuantizeOrder, signal: AbortSignal, onProgress: (fraction: number) => void): Promise<void>
  /** See `WORKER_ENTRY`. */
  readonly workerEntry: URL
  /** Compute threads of a quantization. */
  readonly threads: number
}

/** A model that was made, and what it will not do as its original did, in sentences. */
export interface MadeModel {
  readonly model: StoredModel
  readonly warnings: readonly string[]
}

/**
 * Gives `make` a fresh folder that nobody lists, and takes it away again when that fails. What `make` refuses is told as
 * `convert_failed` of `source`.
 */
export async function staged<T>(
  id: string,
  source: string,
  origin: Origin,
  { publisher }: Pick<MakingTools, 'publisher'>,
  make: (staging: Staging) => Promise<T>,
): Promise<T> {
  const staging = await publisher.stage(id, { fresh: true, origin })
  try {
    return await make(staging)
  } catch (thrown) {
    await staging.discard().catch(() => {})
    if (thrown instanceof ConversionRefusal) throw new TrivetError('convert_failed', { source, reason: thrown.message })
    throw thrown
  }
}

/** A file's name for a model of this id and type. */
export function fileName(id: string, type: Quantization): string {
  const [name = id] = id.split(':')
  return `${idPart(name.slice(name.lastIndexOf('/') + 1)).slice(0, 150)}-${type}.gguf`
}

/**
 * Quantizes into the staged folder, telling progress as bytes of the input. Resolves with warnings; rejects with
 * `quantize_failed`, or with `ConversionRefusal` about a file that can't be read.
 */
export async function quantizeInto(
  order: Omit<QuantizeOrder, 'threads' | 'imatrix'> & { readonly imatrix: string | null },
  tools: MakingTools,
  watch: MakingWatch,
): Promise<readonly string[]> {
  watch.stage('quantizing')
  const { size } = await stat(order.input).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConversionRefusal(`${order.input} can't be read (${code}).`)
  })
  const onProgress = (fraction: number) => watch.progress(Math.round(fraction * size), size)
  const imatrix = order.imatrix === null ? null : await readImatrix(order.imatrix)
  await tools.quantize({ ...order, imatrix, threads: tools.threads }, watch.signal, onProgress)
  return fallbacks(await readGgufHeader(order.output), order.type)
}

/** Makes the one file of the staged folder a model. */
export async function publishFile(
  staging: Staging,
  file: string,
  origin: { readonly source: string; readonly type: Quantization },
  { publisher, clock }: MakingTools,
  watch: MakingWatch,
): Promise<StoredModel> {
  watch.stage('publishing')
  watch.signal.throwIfAborted()
  const { size } = await stat(join(staging.folder, file))
  return publisher.publish(staging, {
    version: 1,
    id: staging.id,
    entry: file,
    files: [{ name: file, sizeBytes: size, sha256: null, role: 'weights' }],
    source: origin.source,
    revision: null,
    precision: origin.type,
    created: new Date(clock.now()).toISOString(),
  })
}
