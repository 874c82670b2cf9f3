import { type ComputeUnit, formatUnit } from '../../../core/compute/compute.ts'
import type { Device } from '../../../core/device.ts'

/**
 * Positions of the devices that are meant, in the order of the units: one by its number among those of its kind, or all
 * of a kind. Throws an Error in words for a unit that isn't there.
 */
export function chooseDevices(devices: readonly Device[], units: readonly ComputeUnit[]): readonly number[] {
  const chosen = units.flatMap((unit) => {
    const all = devices.flatMap(({ kind }, position) => (kind === unit.kind ? [position] : []))
    const meant = unit.index === undefined ? all : all.slice(unit.index, unit.index + 1)
    if (meant.length === 0) throw new Error(`there is no ${formatUnit(unit)}; ${listed(devices)}`)
    return meant
  })
  return [...new Set(chosen)]
}

function listed(devices: readonly Device[]): string {
  const counts = new Map<string, number>()
  const names = devices.map(({ kind, name }) => {
    const index = counts.get(kind) ?? 0
    counts.set(kind, index + 1)
    return `${kind}.${index} (${name})`
  })
  return names.length === 0 ? 'llama.cpp finds no devices.' : `llama.cpp finds ${names.join(', ')}.`
}
