import { z } from 'zod'
import type { TokenLogprob } from '../../../core/event.ts'

const ranked = z.object({ token: z.string(), logprob: z.number(), bytes: z.array(z.number()).nullish() })

/** Of chat completions, and of llama-server's plain ones. */
export const listedSchema = z.object({
  content: z.array(ranked.extend({ top_logprobs: z.array(ranked).nullish() })).nullish(),
})

/** Of plain completions: columns, whose alternatives are tables. */
export const columnsSchema = z.object({
  tokens: z.array(z.string()),
  token_logprobs: z.array(z.number().nullable()),
  top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullish(),
})

type Ranked = z.infer<typeof ranked>

/** `undefined`: it tells none. */
export function listedLogprobs(told: z.infer<typeof listedSchema> | null | undefined): TokenLogprob[] | undefined {
  return told?.content?.map(({ top_logprobs: top, ...token }) => ({
    ...rankedToken(token),
    top: (top ?? []).map(rankedToken),
  }))
}

/** With so many alternatives at most, the likeliest first: servers count the chosen one among them, or beside. */
export function columnLogprobs(told: z.infer<typeof columnsSchema>, most: number): TokenLogprob[] {
  return told.tokens.map((token, index) => {
    const top = Object.entries(told.top_logprobs?.[index] ?? {}).map(([token, logprob]) => ({ token, logprob }))
    const likeliest = top.toSorted((a, b) => b.logprob - a.logprob).slice(0, most)
    return {
      ...rankedToken({ token, logprob: told.token_logprobs[index] ?? 0 }),
      top: likeliest.map(rankedToken),
    }
  })
}

/** Its number isn't told. */
function rankedToken({ token, logprob, bytes }: Ranked) {
  return { id: -1, logprob, bytes: Buffer.from(bytes ?? Buffer.from(token)).toString('base64') }
}
