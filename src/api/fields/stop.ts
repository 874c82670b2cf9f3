import { z } from 'zod'

/** OpenAI allows four. */
const MAX_STOPS = 16
const MAX_STOP_LENGTH = 1000

const stopString = z.string().max(MAX_STOP_LENGTH)

export const stopSchema = z
  .union([stopString, z.array(stopString).max(MAX_STOPS)])
  .nullish()
  .describe('The answer ends right before the first of these. Empty strings are ignored.')

/** Each once, without empty ones, which would stop everywhere or nowhere. */
export function decodeStop(stop: z.infer<typeof stopSchema>): readonly string[] {
  const stops = typeof stop === 'string' ? [stop] : (stop ?? [])
  return [...new Set(stops)].filter((text) => text !== '')
}
