import { z } from 'zod'
import { chatRequestSchema } from '../../api/chat/request-schema.ts'
import { foldSeed } from '../../api/fields/sampling-decode.ts'
import { complaint } from '../../api/validation/complaint.ts'
import { TrivetError } from '../../core/errors.ts'
import type { AnswerWish } from './answerer.ts'

const { temperature, top_p, top_k, seed, max_tokens } = chatRequestSchema.shape

/** By the names that the flags have in the API, whose ranges hold here too. */
const wishSchema = z.object({ temperature, top_p, top_k, seed, max_tokens })

/** Numbers as typed; absent: not given. */
export interface WishFlags {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly seed?: number
  readonly maxTokens?: number
}

/** How answers are wanted. Throws `invalid_config`, a sentence for each flag out of its range. */
export function wishOf(flags: WishFlags): AnswerWish {
  const { temperature, topP, topK, seed, maxTokens } = flags
  const fields: Record<string, number | undefined> = {
    temperature,
    top_p: topP,
    top_k: topK,
    seed,
    max_tokens: maxTokens,
  }
  const parsed = wishSchema.safeParse(fields)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `--${name.replace('_', '-')}: ${complaint(issue, fields[name])}; ${fields[name]} was given.`
    })
    throw new TrivetError('invalid_config', { reason: sentences.join('\n') })
  }
  const given = { temperature, topP, topK, seed: seed === undefined ? undefined : foldSeed(seed) }
  const sampling = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { sampling, maxTokens: maxTokens ?? null }
}
