/**
 * What a key may be for. `read`: look at models, status and counters. `inference`: have models answer. `manage`: load,
 * pull, convert and delete them. `admin`: everything, keys included.
 */
export const SCOPES = ['read', 'inference', 'manage', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

/** What a route asks of whoever calls it; `open`: no key at all; `open here`: none of this machine, else `read`. */
export type RouteScope = Scope | 'open' | 'open here'

const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ['read'],
  inference: ['inference', 'read'],
  manage: ['manage', 'read'],
  admin: SCOPES,
}

export function grants(scopes: readonly Scope[], wanted: Scope): boolean {
  return scopes.some((scope) => IMPLIED[scope].includes(wanted))
}

/** What a key may use; `null`: as much as it likes. */
export interface KeyLimits {
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  /** Prompt and completion tokens from its creation on. */
  readonly tokensInAll: number | null
}

export const NO_LIMITS: KeyLimits = { requestsPerMinute: null, tokensPerMinute: null, tokensInAll: null }

/** A key as it is known; its secret is not. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  /** To tell it by, and too little to guess it from: its first characters and those of its hash. */
  readonly hint: string
  readonly scopes: readonly Scope[]
  /** Models that it may have answer, by any of their names; `null`: all. */
  readonly models: readonly string[] | null
  readonly limits: KeyLimits
  readonly createdMs: number
  /** `null`: never. */
  readonly expiresMs: number | null
  readonly revokedMs: number | null
}
