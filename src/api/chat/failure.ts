import { type ErrorReport, TrivetError } from '../../core/errors.ts'
import { promptFailure } from '../answering/prompt-failure.ts'

/** The engine's error, with the field that holds the prompt here. */
export function chatFailure(report: ErrorReport): TrivetError {
  return promptFailure(report, 'messages')
}

/** Why an answer ended before each of its choices had. */
export function unfinished(signal: AbortSignal): TrivetError {
  return signal.aborted
    ? new TrivetError('request_cancelled')
    : new TrivetError('engine_error', { reason: 'it ended its answer without finishing it.' })
}
