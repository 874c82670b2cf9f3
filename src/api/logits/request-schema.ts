import { z } from 'zod'
import { messageSchema } from '../chat/message-schema.ts'
import { MAX_MESSAGES } from '../fields/conversation-limits.ts'
import { wishFields } from '../fields/wish-fields.ts'
import { missing } from '../validation/refinements.ts'

/** As the contract has it. */
export const DEFAULT_TOP = 20

export const logitsRequestSchema = z
  .object({
    model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
    input_ids: z
      .array(
        z
          .int()
          .min(0)
          .max(2 ** 31 - 1),
      )
      .min(1)
      .nullish()
      .describe("The tokens; special ones are the caller's to put."),
    input: z.string().min(1).nullish().describe('Instead: a text, which is tokenized as a prompt is.'),
    messages: z
      .array(messageSchema)
      .min(1)
      .max(MAX_MESSAGES)
      .nullish()
      .describe("Instead: a conversation, put with the model's chat template up to where its answer begins."),
    last_only: z.boolean().nullish().describe('Only the row after the last token. Default false.'),
    top_n: z.int().min(0).nullish().describe(`So many largest logits a row; 0: all of them. Default ${DEFAULT_TOP}.`),
    ...wishFields,
  })
  .refine(({ input_ids, input, messages }) => given(input_ids, input, messages) > 0, missing('input_ids'))
  .refine(({ input_ids, input, messages }) => given(input_ids, input, messages) < 2, {
    path: ['input_ids'],
    message: 'can not be given together with `input` or `messages`, nor these with each other',
  })
  .meta({ id: 'LogitsRequest' })

export type LogitsRequestFields = z.infer<typeof logitsRequestSchema>

function given(...inputs: readonly unknown[]): number {
  return inputs.filter((input) => input !== undefined && input !== null).length
}
