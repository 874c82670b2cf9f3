import type { Client } from './client.ts'

/** What a server is checked for: the contract's core, what one program needs of it beyond that, or everything. */
export const PROFILES = ['core', 'openwebui', 'n8n', 'full'] as const

export type Profile = (typeof PROFILES)[number]

/** What a check can't do without. */
export type Requirement = 'model' | 'embedding model'

/** The server under test, and what of it to use. */
export interface Target {
  readonly client: Client
  /** Id of a chat model; empty unless the check requires one. */
  readonly model: string
  /** Id of an embedding model; empty unless the check requires one. */
  readonly embeddingModel: string
}

/** One promise of a contract, and how to see whether a server keeps it. */
export interface Check {
  /** A sentence about the server; unique within its contract. */
  readonly name: string
  /** In which profiles, besides `full`; what is in `core` is in all of them. */
  readonly profiles: readonly Exclude<Profile, 'full'>[]
  readonly requires: readonly Requirement[]
  /** Whether a server that doesn't keep it breaks the contract, or only what is sensible. Default: `must`. */
  readonly grade?: 'must' | 'should'
  /** Resolves when the promise is kept. Rejects with a `Failure` or a `Skip` that says why, without what was said. */
  run(target: Target): Promise<void>
}

/** Whether a check belongs to what was asked for. */
export function isIn(profile: Profile, { profiles }: Check): boolean {
  return profile === 'full' || profiles.includes('core') || profiles.includes(profile)
}
