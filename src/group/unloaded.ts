import { TrivetError } from '../core/errors.ts'

/** What whoever had a model loaded is told when someone unloads it meanwhile. */
export function unloadedTooSoon(model: string): TrivetError {
  return new TrivetError('engine_unavailable', {
    model,
    state: 'stopped',
    reason: 'it was unloaded before it was loaded.',
  })
}
