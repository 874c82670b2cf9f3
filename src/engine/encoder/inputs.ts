import { TrivetError } from '../../core/errors.ts'
import type { EmbedTask, RerankTask } from '../../core/task.ts'
import type { Encoder, EncoderInput } from './encoder.ts'

type Reader = Pick<Encoder, 'tokenizer' | 'contextTokens'>

/**
 * The texts of a task as tokens, each within the context. Throws `context_length_exceeded` or `invalid_value`, whose
 * `param` is `input.3` or `documents.3`.
 */
export function readInputs(reader: Reader, task: EmbedTask | RerankTask): readonly EncoderInput[] {
  const { tokenizer } = reader
  if (task.kind === 'rerank') {
    return task.documents.map((document, index) => {
      const texts = [task.query, document]
      return fitted(reader, task, { ...tokenizer.encodePair(task.query, document), texts }, `documents.${index}`)
    })
  }
  return task.inputs.map((input, index) => {
    const ids = typeof input === 'string' ? tokenizer.encode(input, true) : input
    const texts = [typeof input === 'string' ? input : tokenizer.plainText(input)]
    return fitted(reader, task, { ids, types: [], texts }, `input.${index}`)
  })
}

function fitted(
  { tokenizer, contextTokens }: Reader,
  { truncate = false }: EmbedTask | RerankTask,
  input: EncoderInput,
  param: string,
): EncoderInput {
  const { length } = input.ids
  tokenizer.requireKnown(input.ids, param)
  if (length === 0) throw new TrivetError('invalid_value', { reason: `\`${param}\` has no tokens.` }, param)
  const limit = typeof truncate === 'number' ? Math.min(truncate, contextTokens) : contextTokens
  if (length <= limit) return input
  if (truncate === false) {
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: length }, param)
  }
  const ids = cut(input.ids, limit, tokenizer.closing)
  // A pair is cut by the runtime, if it has a tokenizer of its own.
  const texts = input.types.length === 0 ? [tokenizer.plainText(ids)] : input.texts
  return { ids, types: input.types.slice(0, limit), texts }
}

/** The beginning of a text, and the special tokens that close it, if any do and there is room. */
function cut(ids: readonly number[], limit: number, closing: readonly number[]): readonly number[] {
  const closed =
    closing.length > 0 && closing.length < limit && closing.every((id, at) => ids.at(at - closing.length) === id)
  return closed ? [...ids.slice(0, limit - closing.length), ...closing] : ids.slice(0, limit)
}
