import { z } from 'zod'
import { MAX_TOOLS } from '../fields/conversation-limits.ts'
import { toolName } from '../fields/tool-name.ts'
import { missing } from '../validation/refinements.ts'

const toolFunction = z.object({
  name: toolName,
  description: z.string().nullish().describe('For the model: what it does and when to call it.'),
  parameters: z.unknown().optional().describe('JSON Schema of the arguments, an object. Left out: it has none.'),
  strict: z.boolean().nullish().describe('Accepted: arguments are always held to their schema.'),
})

const customTool = z.object({
  name: toolName,
  description: z.string().nullish(),
  format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({
        type: z.literal('grammar'),
        grammar: z.object({ syntax: z.enum(['lark', 'regex']), definition: z.string() }),
      }),
    ])
    .nullish()
    .describe('What its text must look like. Default: `{"type":"text"}`, anything.'),
})

/** Other types run at OpenAI; they are passed over. */
export const toolSchema = z
  .object({ type: z.string(), function: toolFunction.optional(), custom: customTool.optional() })
  .refine(({ type, function: given }) => type !== 'function' || given !== undefined, missing('function'))
  .refine(({ type, custom }) => type !== 'custom' || custom !== undefined, missing('custom'))
  .meta({ id: 'Tool', description: 'A function the model may call, or a custom tool, which takes text.' })

const namedFunction = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
const namedCustom = z.object({ type: z.literal('custom'), custom: z.object({ name: z.string() }) })

const allowed = z.object({
  type: z.literal('allowed_tools'),
  allowed_tools: z.object({
    mode: z.enum(['auto', 'required']),
    tools: z
      .array(z.discriminatedUnion('type', [namedFunction, namedCustom]))
      .min(1)
      .max(MAX_TOOLS),
  }),
})

export const toolFields = {
  tools: z
    .array(toolSchema)
    .max(MAX_TOOLS)
    .nullish()
    .describe('Functions the model may call, and custom tools, which take text.'),
  tool_choice: z
    .union([z.enum(['auto', 'none', 'required']), z.discriminatedUnion('type', [namedFunction, namedCustom, allowed])])
    .nullish()
    .describe('`required`: at least one call. `none`: no calls, and the model is not told of the tools. Default auto.'),
  parallel_tool_calls: z.boolean().nullish().describe('Allow several calls in one answer. Default true.'),
}

export const toolsSchema = z.object(toolFields)
export type ToolFields = z.infer<typeof toolsSchema>
