import type { Device } from '../../../core/device.ts'

/**
 * Where llama.cpp puts each repeating layer and, last, the output (`llama_model_base::load_tensors`): the last
 * `gpuLayers` of them on accelerators, by their shares one after the other, the rest on the CPU. What a layer keeps in
 * the cache lies where the layer does; the input is always the CPU's.
 * @param layers repeating ones
 * @param gpuLayers the output counts as one; -1 is all
 * @param shares of each device, as `sharesOf`
 * @returns the device's position, or `null` for the CPU, for each layer and the output
 */
export function splitLayers(layers: number, gpuLayers: number, shares: readonly number[]): readonly (number | null)[] {
  const wanted = gpuLayers < 0 ? layers + 1 : gpuLayers
  const first = Math.max(layers + 1 - wanted, 0)
  const taken = shares.length === 0 ? 0 : Math.min(wanted, layers + 1)
  const points = splitPoints(shares)
  return Array.from({ length: layers + 1 }, (_, layer) => {
    if (layer < first || layer - first >= taken) return null
    const device = points.findIndex((point) => point > Math.fround((layer - first) / taken))
    return device === -1 ? null : device
  })
}

/**
 * Each device's share of the whole, of any sum. As asked for; where nothing is, by the memory that is free on each, for
 * which a device that tells none has the machine's.
 * @param asked for devices beyond its end, 0
 */
export function sharesOf(
  devices: readonly Device[],
  asked: readonly number[],
  hostFreeBytes: number,
): readonly number[] {
  const given = devices.map((_, index) => asked[index] ?? 0)
  if (given.some((share) => share > 0)) return given
  return devices.map(({ memoryBytes: { free, total } }) => (free === 0 && total === 0 ? hostFreeBytes : free))
}

/** Where each device's part ends, of 1; in single precision, as llama.cpp reckons. */
function splitPoints(shares: readonly number[]): readonly number[] {
  let sum = 0
  const sums = shares.map((share) => {
    sum = Math.fround(sum + Math.fround(share))
    return sum
  })
  return sums.map((each) => Math.fround(each / sum))
}
