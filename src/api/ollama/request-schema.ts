import { z } from 'zod'
import { MAX_CALLS, MAX_MESSAGES } from '../fields/conversation-limits.ts'
import { SOURCE } from '../fields/media-fields.ts'
import { EFFORTS } from '../fields/noted-fields.ts'
import { toolName } from '../fields/tool-name.ts'
import { keepAliveSchema } from '../fields/wish-fields.ts'
import { refusedUnless } from '../validation/refinements.ts'
import { optionsSchema } from './options.ts'

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

const images = z.array(z.string().min(1)).max(64).nullish().describe(`Each a PNG, JPEG, WebP or GIF. ${SOURCE}`)

const toolCall = z
  .object({
    id: z.string().nullish(),
    type: z.unknown().optional(),
    function: z.object({
      name: z.string().min(1),
      arguments: z.record(z.string(), z.unknown()).nullish(),
      index: z.unknown().optional(),
      description: z.unknown().optional(),
    }),
  })
  .meta({ id: 'OllamaToolCall' })

const message = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string().nullish(),
    thinking: z.string().nullish(),
    images,
    tool_calls: z.array(toolCall).max(MAX_CALLS).nullish(),
    tool_name: z.string().nullish().describe('Of a result: whose it is.'),
    name: z.string().nullish().describe('Older name of `tool_name`, which wins.'),
    tool_call_id: z.string().nullish(),
  })
  .meta({ id: 'OllamaMessage' })

const tool = z
  .object({
    type: z.literal('function'),
    function: z.object({
      name: toolName,
      description: z.string().nullish(),
      parameters: z.record(z.string(), z.unknown()).nullish(),
      strict: z.unknown().optional(),
    }),
  })
  .meta({ id: 'OllamaTool' })

export const modelName = z.string().min(1).max(1000).describe('An id from GET /api/tags; `:latest` may follow it.')

const common = {
  model: modelName,
  stream: z.boolean().nullish().describe('One JSON object a line. Default true.'),
  format: z
    .union([z.enum(['json', '']), z.record(z.string(), z.unknown())])
    .nullish()
    .describe('`json`, or a JSON Schema that the answer must match.'),
  think: z
    .union([z.boolean(), z.enum(EFFORTS)])
    .nullish()
    .describe('Whether to think before answering, or how hard. Default: as the model does by itself.'),
  keep_alive: keepAliveSchema
    .nullish()
    .describe(
      'How long the model stays loaded after this: seconds, or a duration such as `5m`; negative is for good. With ' +
        'nothing to answer, 0 unloads it.',
    ),
  options: optionsSchema.nullish(),
}

export const chatSchema = z
  .object({
    ...common,
    messages: z.array(message).max(MAX_MESSAGES).nullish().describe('None: load the model.'),
    tools: z.array(tool).max(1000).nullish(),
  })
  .meta({ id: 'OllamaChatRequest' })

export const generateSchema = z
  .object({
    ...common,
    prompt: z.string().nullish().describe('None: load the model.'),
    system: z.string().nullish(),
    raw: z.boolean().nullish().describe("The prompt as it is, without the model's chat template."),
    images,
    suffix: refusedUnless('""', isEmpty).optional(),
    template: refusedUnless('""', isEmpty).optional(),
    context: refusedUnless('[]', isEmpty).optional(),
  })
  .refine(({ raw, system }) => raw !== true || !system, {
    path: ['system'],
    message: 'is not allowed with `raw`: write it into the prompt',
  })
  .refine(({ raw, images: pictures }) => raw !== true || !pictures?.length, {
    path: ['images'],
    message: 'is not allowed with `raw`: such a prompt has no place for them',
  })
  .meta({ id: 'OllamaGenerateRequest' })

export type ChatFields = z.infer<typeof chatSchema>
export type GenerateFields = z.infer<typeof generateSchema>
export type CommonFields = Pick<ChatFields, keyof typeof common>
export type MessageFields = z.infer<typeof message>
