import { z } from 'zod'
import { missing } from '../refinements.ts'

/** What every format can spell and every grammar can hold. */
const functionName = z.string().regex(/^[\w.:/-]{1,128}$/, {
  message: 'must be 1 to 128 letters, digits or any of _ . : / -',
})

const toolFunction = z.object({
  name: functionName,
  description: z.string().nullish().describe('For the model: what it does and when to call it.'),
  parameters: z.unknown().optional().describe('JSON Schema of the arguments, an object. Left out: it has none.'),
  strict: z.boolean().nullish().describe('Accepted: arguments are always held to their schema.'),
})

/** Other types run at OpenAI; they are passed over. */
const tool = z
  .object({ type: z.string(), function: toolFunction.optional() })
  .refine(({ type, function: given }) => type !== 'function' || given !== undefined, missing('function'))
  .meta({ id: 'Tool', description: 'A function the model may call.' })

const named = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })

const allowed = z.object({
  type: z.literal('allowed_tools'),
  allowed_tools: z.object({
    mode: z.enum(['auto', 'required']),
    tools: z.array(named).min(1),
  }),
})

export const toolFields = {
  tools: z.array(tool).max(1024).nullish().describe('Functions the model may call.'),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.discriminatedUnion('type', [named, allowed])])
    .nullish()
    .describe('`required`: at least one call. `none`: no calls, and the model is not told of the tools. Default auto.'),
  parallel_tool_calls: z.boolean().nullish().describe('Allow several calls in one answer. Default true.'),
}

export const toolsSchema = z.object(toolFields)
export type ToolFields = z.infer<typeof toolsSchema>
