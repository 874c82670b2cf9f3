import { z } from 'zod'
import { truncatedSchema } from './truncated.ts'

const model = z.string()

export const renderedSchema = z
  .object({
    object: z.literal('chat.prompt'),
    model,
    prompt: z.string().describe('Without a BOS token where the tokenizer adds one by itself.'),
    tokens: z.array(z.int()).describe('As the model reads the prompt.'),
    prompt_tokens: z.int(),
    reasoning: z
      .object({ open: z.string(), close: z.string(), opened: z.boolean() })
      .describe('How the model marks its reasoning; `opened`: the prompt ends inside it.'),
    truncated: truncatedSchema.optional(),
  })
  .meta({ id: 'RenderedPrompt' })

export const budgetSchema = z
  .object({
    object: z.literal('chat.context_budget'),
    model,
    context_tokens: z.int().describe('Tokens one request may span, prompt and answer together.'),
    prompt_tokens: z.int().describe('Of the prompt as asked.'),
    fits: z.boolean().describe('The prompt as asked leaves room for an answer.'),
    remaining_tokens: z.int().describe('For the answer to the prompt as asked; 0 when it is too long.'),
    reserved_tokens: z.int().describe('Room that `truncation: "auto"` keeps for the answer.'),
    truncated: z
      .object({
        turns: z.int(),
        messages: z.array(z.int()).describe('Their places in `messages`, from 0.'),
        prompt_tokens: z.int().describe('Of the prompt that is left.'),
        remaining_tokens: z.int(),
        fits: z.boolean(),
      })
      .describe('What `truncation: "auto"` would drop.'),
  })
  .meta({ id: 'ContextBudget' })

export const inputTokensSchema = z
  .object({ object: z.literal('response.input_tokens'), input_tokens: z.int() })
  .meta({ id: 'InputTokens' })

export type Rendered = z.infer<typeof renderedSchema>
export type Budget = z.infer<typeof budgetSchema>
export type InputTokens = z.infer<typeof inputTokensSchema>
