import { type ErrorReport, TrivetError } from '../../core/errors.ts'

/** The engine's error, with the field that holds the prompt here. */
export function chatFailure({ code, details, param }: ErrorReport): TrivetError {
  return new TrivetError(code, details, param ?? (code === 'context_length_exceeded' ? 'messages' : null))
}

/** Why an answer ended before each of its choices had. */
export function unfinished(signal: AbortSignal): TrivetError {
  return signal.aborted
    ? new TrivetError('request_cancelled')
    : new TrivetError('engine_error', { reason: 'it ended its answer without finishing it.' })
}
