import { z } from 'zod'

export const streamFields = {
  stream: z.boolean().nullish().describe('Send the answer as server-sent events. Default false.'),
  stream_options: z
    .object({
      include_usage: z.boolean().nullish().describe('End with a chunk that has the usage and no choices.'),
    })
    .nullish()
    .describe('Only with `stream: true`.'),
}

const streamSchema = z.object(streamFields)
type StreamFields = z.infer<typeof streamSchema>

/** To be refined with: `stream_options` makes no sense otherwise. */
export function streamOptionsFit(fields: StreamFields): boolean {
  return !fields.stream_options || fields.stream === true
}

export const STREAM_OPTIONS_MISFIT = { path: ['stream_options'], message: 'is only allowed with `stream: true`' }
