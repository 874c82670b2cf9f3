import { type ErrorReport, TrivetError } from '../../core/errors.ts'

/** The engine's error; what it says of its prompt, of the field that holds it here. */
export function promptFailure({ code, details, param }: ErrorReport, field: string): TrivetError {
  const isOfPrompt = param === 'prompt' || (param === null && code === 'context_length_exceeded')
  return new TrivetError(code, details, isOfPrompt ? field : param)
}
