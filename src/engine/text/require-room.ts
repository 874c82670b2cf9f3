import { TrivetError } from '../../core/errors.ts'

/** Throws for a prompt without tokens, or one that leaves no room for an answer within `limit` tokens. */
export function requireRoom(tokens: number, limit: number): void {
  if (tokens === 0) throw new TrivetError('invalid_value', { reason: 'The prompt is empty.' }, 'prompt')
  if (tokens >= limit) throw new TrivetError('context_length_exceeded', { limit, prompt: tokens })
}
