import { TrivetError } from '../../../../core/errors.ts'
import type { EmbedTask, RerankTask } from '../../../../core/task.ts'
import type { Vocabulary } from '../native/vocabulary.ts'

export interface InputSetting {
  readonly vocabulary: Vocabulary
  /** Tokens of one text at most. */
  readonly contextTokens: number
  /** How this model wants `{query}` and `{document}` put; `null`: as cross-encoders do. */
  readonly pairTemplate: string | null
}

/**
 * The texts of a task as tokens, each within the context. Rejects with `context_length_exceeded` or `invalid_value`,
 * whose `param` is `input.3` or `documents.3`.
 */
export async function readInputs(
  task: EmbedTask | RerankTask,
  { vocabulary, contextTokens, pairTemplate }: InputSetting,
): Promise<readonly ArrayLike<number>[]> {
  const [field, inputs] =
    task.kind === 'embed'
      ? ['input', await Promise.all(task.inputs.map((input) => tokensOf(input, vocabulary)))]
      : ['documents', await pairs(task, vocabulary, pairTemplate)]
  return inputs.map((tokens, index) => {
    const param = `${field}.${index}`
    vocabulary.requireKnown(tokens, param)
    if (tokens.length === 0) throw new TrivetError('invalid_value', { reason: `\`${param}\` has no tokens.` }, param)
    const limit = typeof task.truncate === 'number' ? Math.min(task.truncate, contextTokens) : contextTokens
    if (tokens.length <= limit) return tokens
    if (task.truncate) return cut(tokens, limit, vocabulary)
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: tokens.length }, param)
  })
}

async function tokensOf(input: string | readonly number[], vocabulary: Vocabulary): Promise<ArrayLike<number>> {
  return typeof input === 'string' ? vocabulary.tokenize(input) : input
}

/** The beginning of a text, and the control token that closes it, if one does. */
function cut(tokens: ArrayLike<number>, limit: number, vocabulary: Vocabulary): number[] {
  const last = tokens[tokens.length - 1] as number
  const closed = vocabulary.piece(last).length === 0
  return closed ? [...Array.from(tokens).slice(0, limit - 1), last] : Array.from(tokens).slice(0, limit)
}

/**
 * Query and document as one text: by the model's template, else the way cross-encoders are trained,
 * `[BOS] query [EOS] [SEP] document [EOS]`.
 */
async function pairs(
  { query, documents }: RerankTask,
  vocabulary: Vocabulary,
  template: string | null,
): Promise<ArrayLike<number>[]> {
  if (template !== null) {
    const put = (document: string) => ({ '{query}': query, '{document}': document })
    return Promise.all(documents.map((document) => vocabulary.tokenize(filled(template, put(document)), false)))
  }
  const plain = (text: string) => vocabulary.tokenize(text, false, false)
  const { bos, eos, separator } = vocabulary.pairMarks()
  const start = [...bos, ...(await plain(query)), ...eos, ...separator]
  return Promise.all(documents.map(async (document) => [...start, ...(await plain(document)), ...eos]))
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(query|document)\}/g, (place) => values[place] ?? place)
}
