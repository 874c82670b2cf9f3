import type { EnergyReading } from '../core/energy.ts'
import { filesUnder, numberIn } from './files.ts'

/**
 * The energy that processor packages have taken, as RAPL counts it: the kernel's powercap files, which newer kernels
 * let only root read. A package's parts (`intel-rapl:0:0`) are in it already, and so are the packages in `psys`.
 * Empty: nothing here tells.
 * @param root where the kernel's files lie; another folder in tests
 */
export function energyReading(root = '/'): EnergyReading {
  const files = filesUnder(root)
  const folder = 'sys/class/powercap'
  return files.list(folder).flatMap((zone) => {
    if (!/^[a-z]+-rapl:\d+$/.test(zone)) return []
    const at = (name: string) => `${folder}/${zone}/${name}`
    const microjoules = numberIn(files, at('energy_uj'))
    if (microjoules === null || !files.text(at('name'))?.startsWith('package')) return []
    return [{ name: zone, microjoules, range: numberIn(files, at('max_energy_range_uj')) }]
  })
}
