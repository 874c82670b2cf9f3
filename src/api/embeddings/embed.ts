import { TrivetError } from '../../core/errors.ts'
import { decodeFloats } from '../../core/floats.ts'
import type { EmbedTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { runToEnd } from '../answering/run-to-end.ts'
import type { Prompts } from '../fields/prompt-schema.ts'

export interface EmbeddingWish extends Prompts, Pick<EmbedTask, 'truncate'> {
  /** Numbers to keep of each vector; `null`: all. */
  readonly dimensions: number | null
}

export interface Embedded {
  /** Of length 1, in the order of the texts. */
  readonly vectors: readonly Float32Array[]
  readonly tokens: number
}

/**
 * The texts as vectors. Rejects with `wrong_model_type`, with `invalid_value` for dimensions that the model can't give
 * or tokens that it doesn't have, or with `context_length_exceeded`, whose field is that of the text.
 */
export async function embed(open: OpenModel, wish: EmbeddingWish, signal: AbortSignal): Promise<Embedded> {
  const { prompts: inputs, listed, dimensions, truncate } = wish
  requireDimensions(open, dimensions)
  const task = { kind: 'embed', inputs, normalize: true, ...(truncate !== undefined && { truncate }) } as const
  const [said = []] = await runToEnd(open, [task], signal).catch((error: unknown) => {
    throw listed ? error : aboutWhole(error)
  })
  const embeddings = said.flatMap((event) => (event.type === 'embedding' ? [event] : []))
  return {
    vectors: embeddings
      .toSorted((a, b) => a.index - b.index)
      .map(({ vector }) => cut(decodeFloats(vector), dimensions)),
    tokens: embeddings.reduce((sum, { tokens }) => sum + tokens, 0),
  }
}

/** Only of a model that is known to be trained for it, a vector's beginning means anything by itself. */
function requireDimensions({ id, capabilities, model }: OpenModel, dimensions: number | null): void {
  const size = capabilities.embeddingSize
  if (size === null) throw new TrivetError('wrong_model_type', { model: id, reason: 'it makes no embeddings' }, 'model')
  if (dimensions === null || dimensions === size) return
  const reason =
    dimensions > size
      ? `\`dimensions\` must be at most ${size}, the size of this model's embeddings.`
      : `\`dimensions\` must be ${size}: this model's embeddings are not known to be trained for being cut.`
  if (dimensions > size || !model.nestedEmbeddings) throw new TrivetError('invalid_value', { reason }, 'dimensions')
}

/** The beginning of a vector, scaled to length 1 again; one of zeros stays as it is. */
function cut(vector: Float32Array, dimensions: number | null): Float32Array {
  if (dimensions === null || dimensions >= vector.length) return vector
  const kept = vector.slice(0, dimensions)
  const length = Math.hypot(...kept)
  return length === 0 ? kept : kept.map((value) => value / length)
}

/** `input.0` is `input` to a client that sent no list. */
function aboutWhole(error: unknown): unknown {
  if (!(error instanceof TrivetError) || error.param === null) return error
  return new TrivetError(error.code, error.details, error.param.replace(/\.0$/, ''))
}
