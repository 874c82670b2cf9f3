import { z } from 'zod'
import { formatFields } from '../chat/format-fields.ts'
import { engineFields } from '../fields/engine-fields.ts'
import { notedText } from '../fields/noted-fields.ts'
import { promptsSchema } from '../fields/prompt-schema.ts'
import { samplingFields } from '../fields/sampling-schema.ts'
import { stopSchema } from '../fields/stop.ts'
import { STREAM_OPTIONS_MISFIT, streamFields, streamOptionsFit } from '../fields/stream-options.ts'
import { wishFields } from '../fields/wish-fields.ts'

/** Answers of one request, candidates included. */
const MAX_ANSWERS = 2048
const MAX_LOGPROBS = 20

export const completionRequestSchema = z
  .object({
    model: z.string().min(1).max(1000).describe('An id from GET /v1/models.'),
    prompt: promptsSchema(MAX_ANSWERS).describe(
      'What to continue: a text, a list of texts, the tokens of one or a list of those. No chat template is applied; ' +
        'special tokens in a text count as such.',
    ),
    suffix: z
      .string()
      .nullish()
      .describe('The text that is to follow: the model fills in the middle. Only models trained for it can.'),
    max_tokens: z
      .int()
      .min(0)
      .nullish()
      .describe('Tokens to generate at most; 0 only reads the prompt. Default 16, as OpenAI has it.'),
    min_tokens: z.int().min(0).nullish().describe('No end before so many tokens. Default 0.'),
    ignore_eos: z.boolean().nullish().describe('Go on past the end that the model wants. Default false.'),
    n: z.int().min(1).max(128).nullish().describe('Answers wanted to each prompt. Default 1.'),
    best_of: z
      .int()
      .min(1)
      .max(128)
      .nullish()
      .describe('Generate so many and return the `n` with the highest mean logprob. Not while streaming. Default `n`.'),
    echo: z.boolean().nullish().describe('Begin the text with the prompt. Default false.'),
    logprobs: z
      .int()
      .min(0)
      .max(MAX_LOGPROBS)
      .nullish()
      .describe('Tell the logprob of each token and of so many likeliest ones; with `echo` those of the prompt too.'),
    stop: stopSchema,
    ...streamFields,
    ...samplingFields,
    ...formatFields,
    ...engineFields,
    ...wishFields,
    user: notedText,
  })
  .refine(streamOptionsFit, STREAM_OPTIONS_MISFIT)
  .refine((body) => (body.best_of ?? body.n ?? 1) >= (body.n ?? 1), {
    path: ['best_of'],
    message: 'must be at least `n`',
  })
  .refine((body) => body.stream !== true || (body.best_of ?? 1) <= (body.n ?? 1), {
    path: ['best_of'],
    message: 'can not choose among candidates while streaming',
  })
  .refine((body) => !body.suffix || body.echo !== true, {
    path: ['echo'],
    message: 'makes no text with `suffix`: the answer fills the gap between the two',
  })
  .refine((body) => answers(body.prompt) * (body.best_of ?? body.n ?? 1) <= MAX_ANSWERS, {
    path: ['prompt'],
    message: `asks for more than ${MAX_ANSWERS} answers at once`,
  })
  .meta({ id: 'CompletionRequest' })

export type CompletionRequestFields = z.infer<typeof completionRequestSchema>

function answers(prompt: string | readonly unknown[]): number {
  return typeof prompt === 'string' || typeof prompt[0] === 'number' ? 1 : prompt.length
}
