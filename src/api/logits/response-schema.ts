import { z } from 'zod'

export const logitsSchema = z
  .object({
    model: z.string(),
    n_rows: z.int(),
    vocab_size: z.int().nullable().describe("Null: it is another server's, which does not say."),
    top_n: z.int().describe('As many as a row has; 0: all of them.'),
    input_ids: z.array(z.int()).optional().describe('What the text or the conversation came to.'),
    rows: z
      .array(
        z.object({
          token_ids: z.array(z.int()).optional().describe('Left out when every logit is given, in order of id.'),
          logits: z.array(z.number()).describe('Largest first, of equals the lower id first; or in order of id.'),
        }),
      )
      .describe('The logits after each token; of another server, less what all of a row have in common (logprobs).'),
  })
  .meta({ id: 'Logits' })

/** What the binary form says in headers. */
export const ROWS_HEADER = 'x-trivet-rows'
export const COLUMNS_HEADER = 'x-trivet-columns'

export const logitsBinarySchema = z.string().meta({
  format: 'binary',
  description:
    `\`${ROWS_HEADER}\` rows of \`${COLUMNS_HEADER}\` logits each, as 32-bit floats, little-endian. Unless all are ` +
    'given, the token ids of a row come before its logits, as many 32-bit integers.',
})
