import { z } from 'zod'

const usageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tokens'), input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int() }),
  z.object({ type: z.literal('duration'), seconds: z.number() }).describe('Of a model that tells no tokens.'),
])

export const transcriptionSchema = z.object({ text: z.string(), usage: usageSchema }).meta({ id: 'Transcription' })

const segmentSchema = z.object({
  id: z.int(),
  start: z.number().describe('In seconds.'),
  end: z.number(),
  text: z.string(),
  temperature: z.number(),
})

export const verboseTranscriptionSchema = z
  .object({
    task: z.enum(['transcribe', 'translate']),
    language: z.string().describe('Its English name, in small letters.'),
    duration: z.number().describe('In seconds.'),
    text: z.string(),
    segments: z
      .array(segmentSchema)
      .describe(
        'Without `seek`, `tokens`, `avg_logprob`, `compression_ratio` and `no_speech_prob`, which no engine here tells.',
      ),
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
