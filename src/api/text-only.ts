import { TrivetError } from '../core/errors.ts'

/** What a model that reads text can't be given. `kind` is the API's own word for it. */
export function textOnly(kind: string, path: string): TrivetError {
  const named = /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`
  return new TrivetError(
    'invalid_value',
    { reason: `\`${path}\` is ${named}, but the models here read text only. Send it as text, or leave it out.` },
    path,
  )
}
