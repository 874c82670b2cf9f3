/** Settings whose values are names of other machines, or what people have written. */
const NAMES = ['allowed_hosts', 'cors_origins', 'media_hosts', 'trusted_proxies', 'url', 'stop', 'key_env']

/** The settings as they may be shown: of names and paths only that they are set. */
export function discreetSettings(settings: unknown): unknown {
  if (Array.isArray(settings)) return settings.map(discreetSettings)
  if (typeof settings === 'string') return settings.startsWith('/') ? '<path>' : settings
  if (typeof settings !== 'object' || settings === null) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      NAMES.includes(name) ? masked(value) : discreetSettings(value),
    ]),
  )
}

function masked(value: unknown): unknown {
  return Array.isArray(value) ? `<${value.length}>` : value === undefined ? value : '<set>'
}
