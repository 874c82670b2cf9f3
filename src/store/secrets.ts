import { createHash, timingSafeEqual } from 'node:crypto'

/** What is kept of a secret. One of 256 random bits needs no slow hash: there is nothing to guess. */
export function digestOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/** The first characters, fewer of a short one, and those of the hash in hex. */
export function hintOf(secret: string): string {
  const shown = secret.length <= 7 ? 2 : 5
  return `${secret.slice(0, shown)}...${Buffer.from(digestOf(secret)).toString('hex').slice(0, 8)}`
}

/** The one with this secret. However many there are and whichever it is, looking takes the same time. */
export function matching<T extends { readonly digest: Uint8Array }>(known: readonly T[], secret: string): T | null {
  const digest = digestOf(secret)
  let found: T | null = null
  for (const each of known) if (timingSafeEqual(each.digest, digest)) found = each
  return found
}
