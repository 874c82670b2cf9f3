import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask, LogitsTask, Prompt } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import { TooLong, type Vocabulary } from '../native/vocabulary.ts'
import type { Foresight } from '../speculation/foresight.ts'
import type { Reading } from './reading.ts'
import { Sequence } from './sequence.ts'
import { Survey } from './survey.ts'

/** What a task is checked against before it takes a place. */
export interface PrepareSetting {
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  /** Rejects with `invalid_value` about a draft model that can't be used. */
  foresee(task: GenerateTask, prompt: ArrayLike<number>): Promise<Foresight | null>
}

/** The task with its prompt as tokens. Rejects with what can be refused right away. */
export async function prepare(
  task: GenerateTask | LogitsTask,
  setting: PrepareSetting,
  sink: EventSink,
): Promise<Reading> {
  const { vocabulary, contextTokens } = setting
  // An answer needs room for a token of its own.
  const limit = task.kind === 'generate' ? contextTokens - 1 : contextTokens
  const prompt = await withinLimit(task.prompt, vocabulary, limit)
  if (prompt instanceof TooLong) {
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: prompt.tokens })
  }
  if (prompt.length === 0) throw new TrivetError('invalid_value', { reason: 'The prompt is empty.' })
  vocabulary.requireKnown(prompt, null)
  if (task.kind === 'logits') return new Survey(task, prompt, vocabulary, sink)
  const biased = task.sampling.logitBias.map(([token]) => token)
  vocabulary.requireKnown(biased, 'logit_bias')
  const shown = await controlTokens(task.shownTokens ?? [], vocabulary)
  const foresight = await setting.foresee(task, prompt)
  return new Sequence(task, prompt, { vocabulary, contextTokens, shown, foresight }, sink)
}

async function withinLimit(
  prompt: Prompt,
  vocabulary: Vocabulary,
  limit: number,
): Promise<ArrayLike<number> | TooLong> {
  if (typeof prompt === 'string') return vocabulary.tokenizeWithin(prompt, limit)
  return prompt.length > limit ? new TooLong(prompt.length) : prompt
}

/** Those of the texts that are one control token of this model. */
async function controlTokens(texts: readonly string[], vocabulary: Vocabulary): Promise<ReadonlySet<number>> {
  const tokenized = await Promise.all(texts.map((text) => vocabulary.tokenize(text, false, true)))
  return new Set(tokenized.flatMap((tokens) => (tokens.length === 1 ? [...tokens] : [])))
}
