import { TrivetError } from '../../../../core/errors.ts'
import type { EmbedTask, RerankTask } from '../../../../core/task.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

/**
 * The texts of a task as tokens, each within the context. Rejects with `context_length_exceeded` or `invalid_value`,
 * whose `param` is `input.3` or `documents.3`.
 */
export async function readInputs(
  task: EmbedTask | RerankTask,
  vocabulary: Vocabulary,
  contextTokens: number,
): Promise<readonly ArrayLike<number>[]> {
  const [field, inputs] =
    task.kind === 'embed'
      ? ['input', await Promise.all(task.inputs.map((input) => tokensOf(input, vocabulary)))]
      : ['documents', await pairs(task, vocabulary)]
  return inputs.map((tokens, index) => {
    const param = `${field}.${index}`
    if (tokens.length === 0) throw new TrivetError('invalid_value', { reason: `\`${param}\` has no tokens.` }, param)
    const limit = typeof task.truncate === 'number' ? Math.min(task.truncate, contextTokens) : contextTokens
    if (tokens.length <= limit) return tokens
    if (task.truncate) return Array.from(tokens).slice(0, limit)
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: tokens.length }, param)
  })
}

async function tokensOf(input: string | readonly number[], vocabulary: Vocabulary): Promise<ArrayLike<number>> {
  return typeof input === 'string' ? vocabulary.tokenize(input) : input
}

/** Query and document as one text, the way cross-encoders are trained: `[BOS] query [EOS] [SEP] document [EOS]`. */
async function pairs({ query, documents }: RerankTask, vocabulary: Vocabulary): Promise<ArrayLike<number>[]> {
  const plain = (text: string) => vocabulary.tokenize(text, false, false)
  const { bos, eos, separator } = vocabulary.pairMarks()
  const start = [...bos, ...(await plain(query)), ...eos, ...separator]
  return Promise.all(documents.map(async (document) => [...start, ...(await plain(document)), ...eos]))
}
