import { TrivetError } from '../../../../core/errors.ts'
import type { GenerateTask, LogitsTask, Prompt } from '../../../../core/task.ts'
import type { EventSink } from '../../../backend.ts'
import type { MediaReader } from '../media/media-reader.ts'
import { TooLong, type Vocabulary } from '../native/vocabulary.ts'
import type { Foresight } from '../speculation/foresight.ts'
import type { PromptRows, Reading } from './reading.ts'
import { Sequence } from './sequence.ts'
import { Survey } from './survey.ts'

/** What a task is checked against before it takes a place. */
export interface PrepareSetting {
  readonly vocabulary: Vocabulary
  readonly contextTokens: number
  /** `null`: the model reads text only. */
  readonly mediaReader: MediaReader | null
  /** Rejects with `invalid_value` about a draft model that can't be used. */
  foresee(task: GenerateTask, prompt: ArrayLike<number>): Promise<Foresight | null>
  /** In milliseconds, in fractions. */
  readonly now: () => number
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
  const rows = task.kind === 'generate' && task.media ? await withMedia(task, setting) : null
  const prompt = rows?.tokens ?? (await withinLimit(task.prompt, vocabulary, limit))
  const tooMany = prompt instanceof TooLong ? prompt.tokens : prompt.length > limit ? prompt.length : null
  if (prompt instanceof TooLong || tooMany !== null) {
    throw new TrivetError('context_length_exceeded', { limit: contextTokens, prompt: tooMany ?? 'unknown' })
  }
  if (prompt.length === 0) throw new TrivetError('invalid_value', { reason: 'The prompt is empty.' }, 'prompt')
  if (rows === null) vocabulary.requireKnown(prompt, 'prompt')
  if (task.kind === 'logits') return new Survey(task, prompt, vocabulary, sink)
  const biased = task.sampling.logitBias.map(([token]) => token)
  vocabulary.requireKnown(biased, 'logit_bias')
  const shown = await controlTokens(task.shownTokens ?? [], vocabulary)
  // Who guesses knows the vocabulary's tokens only.
  const foresight = rows === null ? await setting.foresee(task, prompt) : null
  return new Sequence(
    task,
    rows ?? { tokens: prompt, media: [] },
    { vocabulary, contextTokens, shown, foresight, now: setting.now },
    sink,
  )
}

/** Rejects with `wrong_model_type` where nothing reads media. */
async function withMedia({ prompt, media = [] }: GenerateTask, { mediaReader }: PrepareSetting): Promise<PromptRows> {
  if (mediaReader !== null && typeof prompt === 'string') return mediaReader.rows(prompt, media)
  throw new TrivetError('wrong_model_type', { model: 'loaded', reason: 'it reads text only' }, 'model')
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
