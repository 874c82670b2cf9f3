import { z } from 'zod'
import { EFFORTS, noted, notedWord, openAiNotedFields } from '../fields/noted-fields.ts'
import { progressField } from '../fields/prompt-progress.ts'
import { samplingFields } from '../fields/sampling-schema.ts'
import { stopSchema } from '../fields/stop.ts'
import { verbositySchema } from '../fields/verbosity.ts'
import { refusedUnless } from '../validation/refinements.ts'
import { inputSchema } from './item-schema.ts'
import { toolChoiceSchema, toolsSchema } from './tool-schema.ts'

const SUMMARIES = ['auto', 'concise', 'detailed'] as const

const never = () => false
const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** As OpenAI documents them. */
const INCLUDABLE = [
  'message.output_text.logprobs',
  'reasoning.encrypted_content',
  'message.input_image.image_url',
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
] as const

const name = z.string().min(1).max(200)

const format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    name: name.nullish(),
    schema: z.union([z.record(z.string(), z.unknown()), z.boolean()]),
    strict: z.boolean().nullish(),
    description: z.string().nullish(),
  }),
])

/** What decides the prompt: all that counting needs. */
const promptFields = {
  model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
  input: inputSchema.nullish().describe('Text of the user, or items of a conversation.'),
  instructions: z.string().nullish().describe('Said by the system, in this response only.'),
  previous_response_id: z.string().min(1).max(200).nullish().describe('A stored response to go on from.'),
  tools: toolsSchema.nullish().describe('Kinds that can not be called here are left out, and named in the warnings.'),
  tool_choice: toolChoiceSchema.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  text: z.object({ format: format.nullish(), verbosity: verbositySchema }).nullish(),
  reasoning: z
    .object({
      effort: z.enum(EFFORTS).nullish().describe('`none` turns reasoning off.'),
      summary: notedWord(SUMMARIES),
      generate_summary: notedWord(SUMMARIES),
      context: notedWord(['auto', 'current_turn', 'all_turns']),
    })
    .nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish().describe('`auto` drops the oldest turns of too long a prompt.'),
  conversation: refusedUnless('null', never).optional(),
  prompt: refusedUnless('null', never).optional(),
}

export const countRequestSchema = z.object(promptFields).meta({ id: 'ResponseCountRequest' })

export const compactRequestSchema = z
  .object({
    model: promptFields.model,
    input: promptFields.input,
    instructions: promptFields.instructions,
    previous_response_id: promptFields.previous_response_id,
    tools: noted,
    parallel_tool_calls: noted,
    reasoning: noted,
    text: noted,
    prompt_cache_key: openAiNotedFields.prompt_cache_key,
    prompt_cache_retention: openAiNotedFields.prompt_cache_retention,
    service_tier: openAiNotedFields.service_tier,
  })
  .meta({ id: 'ResponseCompactRequest' })

export const responseRequestSchema = z
  .object({
    ...promptFields,
    ...samplingFields,
    stream: z.boolean().nullish(),
    ...progressField,
    stream_options: z.object({ include_obfuscation: noted }).nullish(),
    max_output_tokens: z.int().min(1).nullish().describe('Tokens to generate at most. Default: as the context allows.'),
    store: z.boolean().nullish().describe('Keep the response, to be read or gone on from later. Default true.'),
    background: z
      .boolean()
      .nullish()
      .describe(
        'Answer at once, and go on without the client. Needs `store`. Without it, a client that leaves ends its ' +
          'response, as at OpenAI, and nothing of it is kept.',
      ),
    include: z
      .array(z.enum(INCLUDABLE))
      .nullish()
      .describe('Logprobs and sealed reasoning; the rest is about tools that run at OpenAI, and adds nothing here.'),
    metadata: z
      .record(z.string().max(64), z.string().max(512))
      .refine((metadata) => Object.keys(metadata).length <= 16, 'must have at most 16 entries')
      .nullish(),
    top_logprobs: z.int().min(0).max(20).nullish(),
    stop: stopSchema,
    response_format: refusedUnless('null, and `text.format` instead', never).optional(),
    context_management: refusedUnless('[]', isEmptyList).optional(),
    moderation: refusedUnless('null', never).optional(),
    ...openAiNotedFields,
    max_tool_calls: noted,
    client_metadata: noted,
  })
  .refine((body) => !(body.background === true && body.store === false), {
    path: ['background'],
    message: 'needs `store` to be true',
  })
  .meta({ id: 'ResponseRequest' })

export type PromptFields = z.infer<typeof countRequestSchema>
export type CompactFields = z.infer<typeof compactRequestSchema>
export type ResponseFields = z.infer<typeof responseRequestSchema>
