import { z } from 'zod'
import { TrivetError } from '../../../core/errors.ts'
import type { EngineEvent, Usage } from '../../../core/event.ts'
import { excerpt } from './excerpt.ts'

export const usageSchema = z.object({
  prompt_tokens: z.number().nullish(),
  total_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.object({ cached_tokens: z.number().nullish() }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().nullish() }).nullish(),
})

/** What a server counted; of one that doesn't tell, `generated`, and nothing of the prompt (`PromptSizes`). */
export function usageOf(usage: z.infer<typeof usageSchema> | null | undefined, generated = 0): Usage {
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens
  return {
    type: 'usage',
    promptTokens: usage?.prompt_tokens ?? usage?.total_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? generated,
    cachedTokens: usage?.prompt_tokens_details?.cached_tokens ?? 0,
    ...(typeof reasoning === 'number' && { reasoningTokens: reasoning }),
  }
}

const failureSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) })

/** What a stream's values are as chunks; what is none is passed over, unless nothing else comes. Throws `upstream_error` for one that tells of a failure, or is a part of an answer that can't be read. */
export async function* readChunks<Chunk>(
  url: string,
  values: AsyncIterable<unknown>,
  schema: z.ZodType<Chunk>,
): AsyncGenerator<Chunk, void> {
  let foreign: unknown
  let answers = false
  for await (const value of values) {
    const failure = failureSchema.safeParse(value).data?.error
    if (failure !== undefined) {
      const words = typeof failure === 'string' ? failure : failure.message
      throw new TrivetError('upstream_error', { url, reason: `failed while it answered: ${words}` })
    }
    const chunk = schema.safeParse(value)
    const isPart = typeof value === 'object' && value !== null && 'choices' in value
    // Passed over, it would leave a hole in an answer that seems whole.
    if (isPart && !chunk.success)
      throw unlike(url, 'sends a part of an answer in another form than OpenAI has it', value)
    answers ||= isPart
    foreign ??= isPart ? undefined : value
    if (chunk.success) yield chunk.data
  }
  if (!answers && foreign !== undefined) throw unlike(url, 'sends events that are no part of an answer', foreign)
}

/** How a stream of chunks begins, whose prompt nobody counts before its end. */
export const BEGUN: EngineEvent = { type: 'prompt-progress', done: 0, total: 0, cached: 0 }

/** The failure of a server that sends other values than were asked for: `what` says which. */
export function unlike(url: string, what: string, sent: unknown): TrivetError {
  return new TrivetError('upstream_error', { url, reason: `${what}: ${excerpt(JSON.stringify(sent) ?? '')}.` })
}

/** The failure of a stream that ended before its answer did. */
export function cutShort(url: string): TrivetError {
  return new TrivetError('upstream_error', { url, reason: 'ended its answer without finishing it.' })
}
