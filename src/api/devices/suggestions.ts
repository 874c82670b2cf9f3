/** An expression that names several of the devices here. */
export interface DeviceSuggestion {
  readonly device: string
  /** Not every engine does what it says. */
  readonly experimental: boolean
  readonly note: string
}

/** @param names of the devices here, such as `GPU.0`; with a CPU alone there is nothing to choose */
export function suggestDevices(names: readonly string[]): readonly DeviceSuggestion[] {
  const kinds = ['NPU', 'GPU'].filter((kind) => names.some((name) => name.split('.')[0] === kind))
  if (kinds.length === 0) return []
  const all = [...kinds, 'CPU'].join()
  const orders = kinds.length === 1 ? [all] : [all, [...kinds.toReversed(), 'CPU'].join()]
  const suggestions: DeviceSuggestion[] = orders.map((order) => ({
    device: `AUTO:${order}`,
    experimental: false,
    note: 'The first of these that is there.',
  }))
  suggestions.push({ device: `MULTI:${all}`, experimental: true, note: 'Each request on one that is free.' })
  if (kinds.includes('GPU')) {
    suggestions.push({ device: `HETERO:${all}`, experimental: true, note: 'One model split over all of these.' })
  }
  return suggestions
}
