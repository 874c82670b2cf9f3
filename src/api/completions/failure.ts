import { type ErrorReport, TrivetError } from '../../core/errors.ts'
import type { Prompts } from '../fields/prompt-schema.ts'

/** The engine's error about one of the prompts, with the field that holds it here. */
export function promptFailure({ listed }: Prompts, prompt: number, { code, details, param }: ErrorReport): TrivetError {
  const field = listed ? `prompt.${prompt}` : 'prompt'
  return new TrivetError(code, details, param ?? (code === 'context_length_exceeded' ? field : null))
}
