const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `1.2 GB`; powers of 1000. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${value >= 100 || power === 0 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[power]}`
}

/** `350 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toFixed(1)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** `1,234`, as the reader's language has it. */
export function formatCount(count: number): string {
  return count.toLocaleString()
}

/** `7B`, `600M`: parameters as model names have them. */
export function formatParameters(count: number): string {
  if (count >= 1e9) return `${trim(count / 1e9)}B`
  return count >= 1e6 ? `${trim(count / 1e6)}M` : formatCount(count)
}

function trim(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '')
}

/** `1 thread`, `2 threads`. */
export function formatMany(count: number, one: string): string {
  return `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`
}

/** `7B · Q8_0 · loaded`: what is known of something; `null` is not. */
export function formatFacts(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join(' · ')
}
