import type { OpenModel } from '../../scheduler/scheduler.ts'
import { textsOf, tokenIds } from '../tokens/token-ids.ts'
import type { CompletionOrder } from './decode.ts'
import { failureOf } from './failure.ts'
import { type ReadToken, scorePrompts } from './score-prompts.ts'

/** A prompt as it is echoed. */
export interface ReadPrompt {
  readonly text: string
  /** Tokens, BOS included where the model puts one. */
  readonly tokens: number
  /** Of each token that the client sent, when logprobs were asked for; else empty. */
  readonly logprobs: readonly ReadToken[]
}

/** Reads the prompts without continuing them. Rejects with `context_length_exceeded`, or as the engine does. */
export async function readPrompts(
  open: OpenModel,
  order: CompletionOrder,
  signal: AbortSignal,
): Promise<readonly ReadPrompt[]> {
  const ids = await tokenIds(open, order.prompts, signal)
  const limit = open.capabilities.contextTokens
  ids.forEach(({ length }, index) => {
    const report = { code: 'context_length_exceeded', details: { limit, prompt: length }, param: null } as const
    if (length > limit) throw failureOf(order, index, report)
  })
  const texts = await textsOf(open, order.prompts, signal)
  const logprobs = order.logprobs === null ? [] : await scorePrompts(open, order.prompts, ids, order.logprobs, signal)
  return order.prompts.map((_, index) => ({
    text: texts[index] ?? '',
    tokens: ids[index]?.length ?? 0,
    logprobs: logprobs[index] ?? [],
  }))
}
