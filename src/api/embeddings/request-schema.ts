import { z } from 'zod'
import { notedText } from '../fields/noted-fields.ts'
import { promptsSchema } from '../fields/prompt-schema.ts'
import { wishFields } from '../fields/wish-fields.ts'

/** As many as OpenAI takes. */
const MAX_INPUTS = 2048

export const embeddingsRequestSchema = z
  .object({
    model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
    input: promptsSchema(MAX_INPUTS).describe(
      `A text, a list of texts, the tokens of one or a list of those: at most ${MAX_INPUTS}, none empty.`,
    ),
    encoding_format: z
      .enum(['float', 'base64'])
      .nullish()
      .describe('`base64` is of 32-bit floats, little-endian. Default float.'),
    dimensions: z
      .int()
      .min(1)
      .nullish()
      .describe('Keep the first so many numbers, scaled to length 1 again. Only models trained for it can.'),
    truncate: z.boolean().nullish().describe('Cut a text over the context rather than refuse it. Default false.'),
    truncate_prompt_tokens: z
      .union([z.literal(-1), z.int().min(1)])
      .nullish()
      .describe('Cut a text over so many tokens; -1 is the context. Default: none is cut.'),
    user: notedText,
    ...wishFields,
  })
  .superRefine(refuseEmptyTexts)
  .meta({ id: 'EmbeddingsRequest' })

export type EmbeddingsRequestFields = z.infer<typeof embeddingsRequestSchema>

export function refuseEmptyTexts(
  { input }: { readonly input: string | readonly unknown[] },
  context: z.core.$RefinementCtx,
): void {
  for (const path of emptyTexts(input)) {
    context.addIssue({ code: 'custom', path: ['input', ...path], message: 'must not be empty' })
  }
}

function emptyTexts(input: string | readonly unknown[]): readonly (readonly number[])[] {
  if (typeof input === 'string') return input === '' ? [[]] : []
  return input.flatMap((text, index) => (text === '' ? [[index]] : []))
}
