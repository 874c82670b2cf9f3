import type { Reasoning } from '../core/chat.ts'
import type { PromptReasoning } from './reasoning-tags.ts'

/** The names under which templates know how hard to think; see `variables.ts`. */
const EFFORT_VARIABLES = ['reasoning_effort', 'thinking_effort']

/**
 * What is asked of a model's thinking and makes no difference: that it thinks, of one that isn't known to; that it
 * doesn't, of one whose prompt begins with thinking all the same; and how hard, of a template that never looks.
 * @param source the template's
 * @param prompt where the prompt leaves the reasoning; `null`: the model isn't known to think
 */
export function unheededThinking(
  source: string,
  { enabled, effort }: Pick<Reasoning, 'enabled' | 'effort'>,
  prompt: PromptReasoning | null,
): readonly ('thinking' | 'effort')[] {
  const thinks = enabled === false ? prompt?.opened !== true : prompt !== null
  const looks = EFFORT_VARIABLES.some((name) => source.includes(name))
  return [
    ...(enabled !== null && !thinks ? (['thinking'] as const) : []),
    ...(effort !== null && !looks ? (['effort'] as const) : []),
  ]
}
