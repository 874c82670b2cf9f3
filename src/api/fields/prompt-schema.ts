import { z } from 'zod'
import type { Prompt } from '../../core/task.ts'

/** Engines count tokens in 32 bits. */
const tokenId = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const tokens = z.array(tokenId).min(1)

/** A text, its tokens, or a list of either: OpenAI's four forms. At most `most` in a list. */
export function promptsSchema(most: number) {
  return z.union([z.string(), z.array(z.string()).min(1).max(most), tokens, z.array(tokens).min(1).max(most)])
}

type PromptsFields = z.infer<ReturnType<typeof promptsSchema>>

export interface Prompts {
  readonly prompts: readonly Prompt[]
  /** Whether the client sent a list, whose items are to be named by their index. */
  readonly listed: boolean
}

export function decodePrompts(fields: PromptsFields): Prompts {
  if (typeof fields === 'string') return { prompts: [fields], listed: false }
  return isTokens(fields) ? { prompts: [fields], listed: false } : { prompts: fields, listed: true }
}

function isTokens(fields: readonly unknown[]): fields is readonly number[] {
  return typeof fields[0] === 'number'
}
