import { z } from 'zod'
import { EFFORTS } from '../fields/noted-fields.ts'

const effort = z
  .enum(EFFORTS)
  .nullish()
  .describe('How hard to think, for templates that look at it; `none`: not at all. Others are named in the warnings.')
const budget = z.int().min(0).nullish()

export const reasoningFields = {
  reasoning_effort: effort,
  reasoning: z
    .object({
      effort,
      max_tokens: budget.describe('Tokens after which the thinking is closed.'),
      enabled: z.boolean().nullish(),
    })
    .nullish()
    .describe('The same settings in one object.'),
  thinking_budget_tokens: budget.describe('Tokens after which the thinking is closed. Default: no limit.'),
  enable_thinking: z.boolean().nullish().describe('Whether to think, for models that can do both.'),
  enable_think: z.boolean().nullish().describe('Another name of `enable_thinking`, which wins.'),
  reasoning_format: z
    .enum(['none', 'auto', 'deepseek', 'deepseek-legacy', 'separate'])
    .nullish()
    .describe('`none` leaves thinking in the text as the model wrote it; else it is `reasoning_content`.'),
  chat_template_kwargs: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe('Further variables for the chat template.'),
}

export const reasoningSchema = z.object(reasoningFields)
export type ReasoningFields = z.infer<typeof reasoningSchema>
