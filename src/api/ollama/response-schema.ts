import { z } from 'zod'

const nanoseconds = z.int().optional().describe('Nanoseconds.')

const common = {
  model: z.string(),
  created_at: z.string(),
  done: z.boolean(),
  done_reason: z.enum(['stop', 'length', 'load', 'unload']).optional(),
  total_duration: nanoseconds,
  load_duration: nanoseconds,
  prompt_eval_count: z.int().optional(),
  prompt_eval_duration: nanoseconds,
  eval_count: z.int().optional(),
  eval_duration: nanoseconds,
}

const toolCalls = z
  .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.unknown() }) }))
  .optional()

/** What is said in one piece, or in all of them. */
const said = { thinking: z.string().optional(), tool_calls: toolCalls }

export const chatResponseSchema = z
  .object({ ...common, message: z.object({ role: z.literal('assistant'), content: z.string(), ...said }) })
  .meta({ id: 'OllamaChatResponse' })

export const generateResponseSchema = z
  .object({ ...common, response: z.string(), ...said })
  .meta({ id: 'OllamaGenerateResponse' })

export type ChatResponse = z.infer<typeof chatResponseSchema>
export type GenerateResponse = z.infer<typeof generateResponseSchema>
export type Response = ChatResponse | GenerateResponse
