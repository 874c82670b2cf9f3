import { TrivetError } from '../../core/errors.ts'

/**
 * A load that ended its process, with what is known to do that.
 * @param signals sentences by the signal's name
 */
export function explained(error: unknown, signals: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof TrivetError) || error.code !== 'model_load_failed') return error
  const signal = Object.keys(signals).find((name) => String(error.details.reason).includes(`(${name})`))
  if (signal === undefined) return error
  const reason = `${error.details.reason} ${signals[signal]}`
  return new TrivetError(error.code, { ...error.details, reason }, error.param)
}
