import { z } from 'zod'
import { refusedUnless } from '../validation/refinements.ts'

/** What a form can't hold but as text. */
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
const fraction = z.string().transform(Number).pipe(z.number().min(0).max(1))

const FORMATS = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const
export type TranscriptFormat = (typeof FORMATS)[number]

const isEmpty = (value: unknown) => Array.isArray(value) && value.every((each) => each === '')

/** What both of OpenAI's endpoints have. */
const sharedFields = {
  file: z.file().describe('The sound: WAV or MP3, told by its bytes; 30 minutes at most.'),
  model: z
    .string()
    .min(1)
    .max(1000)
    .describe('An id from GET /v1/models: one that writes down what it hears, or chats about it.'),
  prompt: z.string().max(10_000).optional().describe('What was said before, or how names are spelled.'),
  response_format: z
    .enum(FORMATS)
    .default('json')
    .describe('`srt`, `vtt` and `verbose_json` tell when what was said, which only models for transcribing know.'),
  temperature: fraction
    .optional()
    .describe('0 to 1. Default 0: the likeliest words, others only where those can not be right.'),
}

export const transcriptionRequestSchema = z
  .object({
    ...sharedFields,
    language: z
      .string()
      .regex(/^[a-zA-Z]{2,3}$/, 'must be a language as ISO 639-1 has it, such as `en`')
      .transform((code) => code.toLowerCase())
      .optional()
      .describe('ISO 639-1. Default: the one that is heard.'),
    keywords: z
      .array(z.string().max(200))
      .max(200)
      .optional()
      .describe('Words that are likely to be said. They join the prompt.'),
    stream: flag.optional().describe('The text as it is found, as server-sent events. For `json` and `text`.'),
    timestamp_granularities: z
      .array(z.enum(['word', 'segment']))
      .max(2)
      .optional()
      .describe('With `verbose_json`: when each word, or each stretch, was said. Default: `segment`.'),
    include: refusedUnless('[]', isEmpty).optional(),
    chunking_strategy: refusedUnless('"auto"', (value) => value === 'auto').optional(),
    languages: refusedUnless('[]', isEmpty).optional(),
    known_speaker_names: refusedUnless('[]', isEmpty).optional(),
    known_speaker_references: refusedUnless('[]', isEmpty).optional(),
  })
  .meta({ id: 'TranscriptionRequest' })

export const translationRequestSchema = z.object(sharedFields).meta({ id: 'TranslationRequest' })

export type TranscriptionFields = z.infer<typeof transcriptionRequestSchema>
export type TranslationFields = z.infer<typeof translationRequestSchema>
