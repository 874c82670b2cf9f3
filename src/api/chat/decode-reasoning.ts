import type { ChatRequest } from '../../core/chat.ts'
import type { WishPaths } from '../fields/unheeded.ts'
import type { ReasoningFields } from './reasoning-fields.ts'

/** OpenAI's field wins over the object's, and the object's over the rest. */
export function decodeReasoning(fields: ReasoningFields): Pick<ChatRequest, 'reasoning' | 'templateVariables'> {
  const { reasoning, chat_template_kwargs: variables } = fields
  const effort = fields.reasoning_effort ?? reasoning?.effort ?? null
  const asked = reasoning?.enabled ?? fields.enable_thinking ?? fields.enable_think ?? null
  return {
    reasoning: {
      enabled: effort === 'none' ? false : asked,
      effort: effort === 'none' ? null : effort,
      budgetTokens: reasoning?.max_tokens ?? fields.thinking_budget_tokens ?? null,
      ...(isGiven(reasoning?.max_tokens) && { budgetField: 'reasoning.max_tokens' }),
      format: fields.reasoning_format === 'none' ? 'none' : 'separate',
    },
    templateVariables: variables ?? {},
  }
}

/** By which names it was asked for. */
export function reasoningPaths(fields: ReasoningFields): Pick<WishPaths, 'thinking' | 'effort'> {
  const effort = isGiven(fields.reasoning_effort) ? 'reasoning_effort' : 'reasoning.effort'
  const switched = (['enable_thinking', 'enable_think'] as const).find((name) => isGiven(fields[name]))
  return { effort, thinking: isGiven(fields.reasoning?.enabled) ? 'reasoning.enabled' : (switched ?? effort) }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
