import { z } from 'zod'
import { MAX_MESSAGES } from '../fields/conversation-limits.ts'
import { EFFORTS, noted, notedText, notedWord } from '../fields/noted-fields.ts'
import { toolName } from '../fields/tool-name.ts'
import { refusedUnless } from '../validation/refinements.ts'
import { messageSchema, systemSchema } from './content-schema.ts'

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

const tool = z
  .object({
    type: z.string().nullish().describe('`custom`, or a tool that runs at Anthropic, which is left out.'),
    name: toolName,
    description: z.string().nullish(),
    input_schema: z.record(z.string(), z.unknown()).nullish().describe('JSON Schema of the arguments.'),
    cache_control: noted,
    strict: z.boolean().nullish(),
    eager_input_streaming: noted,
    defer_loading: noted,
    allowed_callers: noted,
    input_examples: noted,
  })
  .meta({ id: 'AnthropicTool' })

const parallel = { disable_parallel_tool_use: z.boolean().nullish().describe('One call at most.') }

const toolChoice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auto'), ...parallel }),
  z.object({ type: z.literal('any'), ...parallel }),
  z.object({ type: z.literal('tool'), name: z.string().min(1), ...parallel }),
  z.object({ type: z.literal('none') }),
])

const display = z
  .enum(['summarized', 'omitted'])
  .nullish()
  .describe('`omitted`: the thinking is not shown, but handed over in its signature. Else it is shown as it is.')

const thinking = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('enabled'),
    budget_tokens: z.int().min(1).nullish().describe('Tokens after which the thinking is closed.'),
    display,
  }),
  z.object({ type: z.literal('adaptive'), display }),
  z.object({ type: z.literal('disabled') }),
])

const outputFormat = z.object({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })

/** What decides the prompt: all that counting needs. */
const promptFields = {
  model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
  messages: z.array(messageSchema).min(1).max(MAX_MESSAGES),
  system: systemSchema.nullish(),
  tools: z.array(tool).max(1000).nullish(),
  tool_choice: toolChoice.nullish(),
  thinking: thinking.nullish(),
  output_config: z.object({ effort: z.enum(EFFORTS).nullish(), format: outputFormat.nullish() }).nullish(),
  output_format: outputFormat.nullish().describe('Older name of `output_config.format`, which wins.'),
  context_management: noted,
  cache_control: noted,
  speed: notedWord(['standard', 'fast']),
}

export const messagesRequestSchema = z
  .object({
    ...promptFields,
    max_tokens: z.int().min(1).describe('Tokens to generate at most.'),
    stream: z.boolean().nullish(),
    stop_sequences: z
      .array(z.string().max(1000))
      .max(16)
      .nullish()
      .describe('The answer ends right before the first of these. Empty strings are ignored.'),
    temperature: z.number().min(0).max(2).nullish().describe('0 always takes the likeliest token. Default 1.'),
    top_p: z.number().min(0).max(1).nullish(),
    top_k: z.int().min(0).max(1_000_000).nullish(),
    metadata: noted,
    service_tier: notedWord(['auto', 'standard_only']),
    inference_geo: notedText,
    mcp_servers: refusedUnless('[]', isEmptyList).optional(),
    container: refusedUnless('null', () => false).optional(),
  })
  .meta({ id: 'AnthropicMessagesRequest' })

export const countRequestSchema = z.object(promptFields).meta({ id: 'AnthropicCountRequest' })

export type MessagesFields = z.infer<typeof messagesRequestSchema>
export type CountFields = z.infer<typeof countRequestSchema>
export type ToolFields = z.infer<typeof tool>
