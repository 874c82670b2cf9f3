import { z } from 'zod'
import { MAX_MESSAGES } from '../fields/conversation-limits.ts'
import { engineFields } from '../fields/engine-fields.ts'
import { openAiNotedFields } from '../fields/noted-fields.ts'
import { progressField } from '../fields/prompt-progress.ts'
import { samplingFields } from '../fields/sampling-schema.ts'
import { stopSchema } from '../fields/stop.ts'
import { STREAM_OPTIONS_MISFIT, streamFields, streamOptionsFit } from '../fields/stream-options.ts'
import { verbositySchema } from '../fields/verbosity.ts'
import { wishFields } from '../fields/wish-fields.ts'
import { formatFields } from './format-fields.ts'
import { generationFields, TOP_LOGPROBS_MISFIT, topLogprobsFit } from './generation-fields.ts'
import { messageSchema } from './message-schema.ts'
import { reasoningFields } from './reasoning-fields.ts'
import { toolFields } from './tool-fields.ts'
import { unsupportedFields } from './unsupported-fields.ts'

const tokenLimit = z.int().min(1).nullish()

export const chatRequestSchema = z
  .object({
    model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
    messages: z.array(messageSchema).min(1).max(MAX_MESSAGES),
    ...streamFields,
    ...progressField,
    n: z.int().min(1).max(128).nullish().describe('Answers wanted. Default 1.'),
    max_completion_tokens: tokenLimit.describe(
      'Tokens to generate at most, per answer. Default: as the context allows.',
    ),
    max_tokens: tokenLimit.describe('Older name of `max_completion_tokens`, which wins.'),
    stop: stopSchema,
    truncation: z
      .enum(['auto', 'disabled'])
      .nullish()
      .describe(
        '`auto` drops the oldest turns of too long a conversation and tells which in `truncated` and the header ' +
          '`x-trivet-truncated`. Default `disabled`: it is refused.',
      ),
    image_max_length: z
      .int()
      .min(1)
      .max(16_384)
      .nullish()
      .describe('Pixels of the longer side of an image: a larger one is scaled down. Default 2048.'),
    ...samplingFields,
    ...generationFields,
    ...toolFields,
    ...reasoningFields,
    ...formatFields,
    ...engineFields,
    ...wishFields,
    ...unsupportedFields,
    ...openAiNotedFields,
    verbosity: verbositySchema,
    metadata: z.record(z.string(), z.unknown()).nullish().describe('Accepted, without effect on the answer.'),
  })
  .refine(streamOptionsFit, STREAM_OPTIONS_MISFIT)
  .refine(topLogprobsFit, TOP_LOGPROBS_MISFIT)
  .meta({ id: 'ChatCompletionRequest' })

export type ChatRequestFields = z.infer<typeof chatRequestSchema>
