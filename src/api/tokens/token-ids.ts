import type { Prompt, TokenizeTask } from '../../core/task.ts'
import type { OpenModel } from '../../scheduler/scheduler.ts'
import { runToEnd } from '../answering/run-to-end.ts'

export type TokenizeOptions = Partial<Pick<TokenizeTask, 'addSpecial' | 'parseSpecial' | 'media'>>

/** As prompts are read. */
const AS_PROMPT = { addSpecial: true, parseSpecial: true }

/** The token ids of each text, by the model's own tokenizer; ids stay as they are. */
export async function tokenIds(
  open: OpenModel,
  prompts: readonly Prompt[],
  signal: AbortSignal,
  { media = [], ...options }: TokenizeOptions = {},
): Promise<readonly (readonly number[])[]> {
  const texts = prompts.filter((prompt) => typeof prompt === 'string')
  const tasks = texts.map(
    (text) => ({ kind: 'tokenize', text, ...(media.length > 0 && { media }), ...AS_PROMPT, ...options }) as const,
  )
  const said = tasks.length === 0 ? [] : await runToEnd(open, tasks, signal)
  const ids = said.map((events) => events.flatMap((event) => (event.type === 'tokens' ? event.ids : [])))
  return prompts.map((prompt) => (typeof prompt === 'string' ? (ids.shift() ?? []) : prompt))
}

/** The text of each list of token ids; texts stay as they are. Rejects as `textOf`. */
export async function textsOf(
  open: OpenModel,
  prompts: readonly Prompt[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const lists = prompts.filter((prompt) => typeof prompt !== 'string')
  const tasks = lists.map((tokens) => ({ kind: 'detokenize', tokens }) as const)
  const said = tasks.length === 0 ? [] : await runToEnd(open, tasks, signal)
  const texts = said.map((events) => events.map((event) => (event.type === 'text-delta' ? event.text : '')).join(''))
  return prompts.map((prompt) => (typeof prompt === 'string' ? prompt : (texts.shift() ?? '')))
}

/** The text of token ids. Rejects with `invalid_value` for one that the vocabulary doesn't have. */
export async function textOf(open: OpenModel, tokens: readonly number[], signal: AbortSignal): Promise<string> {
  const [text = ''] = await textsOf(open, [tokens], signal)
  return text
}
