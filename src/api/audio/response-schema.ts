import { z } from 'zod'

const usageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tokens'), input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() }),
  z.object({ type: z.literal('duration'), seconds: z.number() }).describe('Of a model that tells no tokens.'),
])

export const transcriptionSchema = z.object({ text: z.string(), usage: usageSchema }).meta({ id: 'Transcription' })

const segmentSchema = z.object({
  id: z.int(),
  seek: z.int().describe('Where it begins, in hundredths of a second.'),
  start: z.number().describe('In seconds.'),
  end: z.number(),
  text: z.string(),
  tokens: z.array(z.int()),
  temperature: z.number().describe('As asked for: whisper.cpp goes higher where the likeliest words can not be right.'),
  avg_logprob: z.number(),
  compression_ratio: z
    .number()
    .describe('Bytes of the text by those of it in zlib: much is said again where it is large.'),
  no_speech_prob: z.number(),
})

const wordSchema = z.object({ word: z.string(), start: z.number().describe('In seconds.'), end: z.number() })

export const verboseTranscriptionSchema = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().describe('Its English name, in small letters.'),
    duration: z.number().describe('In seconds.'),
    text: z.string(),
    segments: z.array(segmentSchema).optional(),
    words: z.array(wordSchema).optional(),
    usage: usageSchema,
  })
  .meta({ id: 'VerboseTranscription' })

export const transcriptEventSchema = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('transcript.text.delta'), delta: z.string() }),
    z.object({ type: z.literal('transcript.text.done'), text: z.string(), usage: usageSchema }),
  ])
  .meta({ id: 'TranscriptEvent' })

export type TranscriptUsage = z.infer<typeof usageSchema>
export type Transcription = z.infer<typeof transcriptionSchema>
export type VerboseTranscription = z.infer<typeof verboseTranscriptionSchema>
export type TranscriptEvent = z.infer<typeof transcriptEventSchema>
