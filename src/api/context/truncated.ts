import { z } from 'zod'

const TRUNCATED_HEADER = 'x-trivet-truncated'

export const truncatedSchema = z
  .object({ messages: z.array(z.int()).describe('Their places in `messages`, from 0.') })
  .describe('Left out to make the prompt fit, as `truncation: "auto"` allows. Absent: nothing was.')
  .meta({ id: 'Truncated' })

/** The field of an answer whose prompt was cut; nothing when it was whole. */
export function truncatedField(dropped: readonly number[]): { truncated?: z.infer<typeof truncatedSchema> } {
  return dropped.length === 0 ? {} : { truncated: { messages: [...dropped] } }
}

/** The same for those who only look at headers. */
export function truncatedHeader(dropped: readonly number[]): Record<string, string> {
  return dropped.length === 0 ? {} : { [TRUNCATED_HEADER]: `messages=${dropped.length}` }
}
