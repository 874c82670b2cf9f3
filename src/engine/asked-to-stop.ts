import { TrivetError } from '../core/errors.ts'

/** What those are told whose model is unloaded before they are answered. */
export function askedToStop(model: string, state: string): TrivetError {
  return new TrivetError('engine_unavailable', { model, state, reason: 'it was asked to stop.' })
}
