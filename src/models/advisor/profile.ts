/** What is wanted most of a model. */
export const PROFILES = ['fastest', 'balanced', 'best-quality', 'lowest-memory', 'lowest-power'] as const

export type Profile = (typeof PROFILES)[number]

export const DEFAULT_PROFILE: Profile = 'balanced'

const ALIASES: Readonly<Record<string, Profile>> = {
  fast: 'fastest',
  speed: 'fastest',
  default: 'balanced',
  quality: 'best-quality',
  best: 'best-quality',
  memory: 'lowest-memory',
  'low-memory': 'lowest-memory',
  power: 'lowest-power',
  'low-power': 'lowest-power',
}

/** A name instead of a model's: `auto`, `auto:fastest` or `auto/fastest`. */
export interface Selector {
  /** `null`: the profile that is named is none. */
  readonly profile: Profile | null
}

/** What the name of a model selects by; `null`: it is no selector. */
export function readSelector(model: string): Selector | null {
  const match = /^auto(?:[:/](?<named>.*))?$/is.exec(model.trim())
  if (match === null) return null
  const named = match.groups?.named
  return { profile: named === undefined ? DEFAULT_PROFILE : profileNamed(named) }
}

/** A profile by any of its names; capitals, blanks and underscores make no difference. */
export function profileNamed(name: string): Profile | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return PROFILES.find((profile) => profile === plain) ?? ALIASES[plain] ?? null
}
