import { TrivetError } from '../core/errors.ts'

/** Why an attachment can't be read; `reason` goes on after its field's name. */
export function misfit(param: string, reason: string, cause?: unknown): TrivetError {
  return new TrivetError('invalid_content_part', { field: param, reason }, param, { cause })
}
