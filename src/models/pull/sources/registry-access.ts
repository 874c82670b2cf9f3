import { z } from 'zod'
import type { Clock } from '../../../core/clock.ts'
import { TrivetError } from '../../../core/errors.ts'
import type { Access } from '../download/remote-file.ts'
import type { SourceClient } from '../net/client.ts'
import { DOCUMENT_PATIENCE, retried } from '../net/transient.ts'

const TOKEN_LIMIT_BYTES = 64 * 1024
/** What a registry means that doesn't say how long its token is good for (distribution spec: token/jwt). */
const DEFAULT_LIFE_SECONDS = 60

const tokenSchema = z.object({
  token: z.string().optional(),
  access_token: z.string().optional(),
  expires_in: z.number().positive().optional(),
})

/**
 * Anonymous access to a repository of an OCI registry: it is asked once without, and says in `WWW-Authenticate` where a
 * token is to be had. That is good for minutes, so that a long download needs several.
 */
export function registryAccess(client: SourceClient, clock: Clock, url: string, accept: readonly string[]): Access {
  let token: string | null = null
  let goodUntilMs = 0
  async function renew(signal: AbortSignal): Promise<void> {
    const challenge = () => client.get({ url, signal, headers: { accept: accept.join(', ') } })
    const response = await retried(clock, signal, DOCUMENT_PATIENCE, challenge)
    response.body.destroy()
    goodUntilMs = Number.POSITIVE_INFINITY
    if (response.status !== 401) return
    const place = tokenPlace(response.headers['www-authenticate'] ?? '', url)
    const { value } = await client.json({ url: place, signal, tokenHint: null, limit: TOKEN_LIMIT_BYTES })
    const given = tokenSchema.safeParse(value).data
    if (given === undefined) throw new TrivetError('upstream_error', { url: place, reason: 'answered with no token.' })
    const { token: plain, access_token: oauth, expires_in: life = DEFAULT_LIFE_SECONDS } = given
    token = plain ?? oauth ?? null
    // Renewed before its time: a request takes a while too.
    goodUntilMs = clock.now() + life * 1000 * 0.6
  }
  return {
    hint: null,
    refused() {
      goodUntilMs = 0
      return token !== null
    },
    async token(signal) {
      if (clock.now() >= goodUntilMs) await renew(signal)
      return token
    },
  }
}

/** Of `Bearer realm="…",service="…",scope="…"`, the realm asked for the rest. */
function tokenPlace(challenge: string, url: string): string {
  const fields = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name.toLowerCase(), value]),
  )
  const { realm = '', service, scope } = fields
  if (!/^bearer\s/i.test(challenge) || !URL.canParse(realm)) {
    throw new TrivetError('upstream_error', { url, reason: 'wants a login of a kind that Trivet does not know.' })
  }
  const place = new URL(realm)
  if (service) place.searchParams.set('service', service)
  if (scope) place.searchParams.set('scope', scope)
  return place.href
}
