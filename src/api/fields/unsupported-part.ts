import { TrivetError } from '../../core/errors.ts'

/** A part that no model here can be given. `type` is the API's own word for it. */
export function unsupportedPart(type: string, path: string): TrivetError {
  const details = { field: path, type: JSON.stringify(type), known: 'those of text, images and sounds' }
  return new TrivetError('unsupported_content_part_type', details, path)
}
