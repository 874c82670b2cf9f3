import { z } from 'zod'

/** How much to say. No model here has a setting for it, so it has no effect, which is told. */
export const verbositySchema = z
  .enum(['low', 'medium', 'high'])
  .nullish()
  .describe('Without effect here; other than `medium`, it is listed in the warnings.')

/** The field, if it asks for anything. */
export function verbosityUnheeded(verbosity: z.infer<typeof verbositySchema>, field: string): readonly string[] {
  return (verbosity ?? 'medium') === 'medium' ? [] : [field]
}
