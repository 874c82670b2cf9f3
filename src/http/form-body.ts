import { TrivetError } from '../core/errors.ts'

const TYPE = /^multipart\/form-data\s*;.*boundary=/i

/** Throws `unsupported_media_type` unless this says a form that may hold files. */
export function requireForm(contentType: string | undefined): void {
  if (TYPE.test(contentType ?? '')) return
  const type = contentType ?? ''
  throw new TrivetError('unsupported_media_type', { type, wanted: 'a form (multipart/form-data)' })
}

/**
 * The fields of a form (RFC 7578): texts, and files as `File`. A field that is named with brackets (`include[]`), as
 * clients write lists, is the list of all of that name. Rejects with `invalid_form`.
 */
export async function parseFormBody(
  bytes: Uint8Array,
  contentType: string,
): Promise<Readonly<Record<string, unknown>>> {
  // Large, and seldom wanted.
  const { Response } = await import('undici')
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch((cause) => {
    throw new TrivetError('invalid_form', {}, null, { cause })
  })
  const names = [...new Set(form.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = form.getAll(name)
      if (name.endsWith('[]')) return [name.slice(0, -2), values]
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}
