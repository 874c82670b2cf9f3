import type { IncomingHttpHeaders } from 'node:http'

/** The secret that came with a request: `Authorization: Bearer …`, or else `x-api-key`; `null`: none did. */
export function credentialIn(headers: IncomingHttpHeaders): string | null {
  const bearer = /^bearer +(\S.*)$/i.exec(headers.authorization?.trim() ?? '')?.[1]
  const { 'x-api-key': key } = headers
  return bearer ?? (typeof key === 'string' && key.trim() !== '' ? key.trim() : null)
}
