/**
 * A text that two values share when JSON Schema calls them equal: by value, 1 and 1.0 alike, members in any order. With
 * it a value is found among many without being compared with each.
 */
export function valueKey(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${valueKey(member)}`)
  return `{${members.toSorted().join(',')}}`
}
