import type { ErrorReport, TrivetError } from '../../core/errors.ts'
import { promptFailure } from '../answering/prompt-failure.ts'
import type { Prompts } from '../fields/prompt-schema.ts'

/** The engine's error about one of the prompts, with the field that holds it here. */
export function failureOf({ listed }: Prompts, prompt: number, report: ErrorReport): TrivetError {
  return promptFailure(report, listed ? `prompt.${prompt}` : 'prompt')
}
