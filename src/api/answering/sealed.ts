const SEAL = 'trivet1.'

/**
 * Text for a client to keep and hand back without reading it, in the place that the original has for encrypted text.
 * It isn't secret: it never leaves the machine of whoever it belongs to.
 */
export function seal(text: string): string {
  return SEAL + Buffer.from(text, 'utf8').toString('base64url')
}

/** The text; `null` when it was sealed elsewhere. */
export function unseal(sealed: string): string | null {
  return sealed.startsWith(SEAL) ? Buffer.from(sealed.slice(SEAL.length), 'base64url').toString('utf8') : null
}
