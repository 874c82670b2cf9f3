import { expect, test } from 'vitest'
import { scratch } from '../../test/fakes/scratch.ts'
import { plant } from '../../test/fixtures/machines/tree.ts'
import { joulesBetween } from '../core/energy.ts'
import { energyReading } from './energy.ts'

const zone = (name: string, label: string, microjoules: number) => ({
  [`sys/class/powercap/${name}/name`]: `${label}\n`,
  [`sys/class/powercap/${name}/energy_uj`]: `${microjoules}\n`,
  [`sys/class/powercap/${name}/max_energy_range_uj`]: '262143328850\n',
})

const [machine, bare] = [scratch(), scratch()]

test('packages are read; their parts, and psys, which counts them again, are not', () => {
  const root = plant(machine, {
    ...zone('intel-rapl:0', 'package-0', 5_000_000),
    ...zone('intel-rapl:0:0', 'core', 3_000_000),
    ...zone('intel-rapl:1', 'psys', 9_000_000),
    'sys/class/powercap/intel-rapl:2/name': 'package-1\n',
  })
  expect(energyReading(root)).toEqual([{ name: 'intel-rapl:0', microjoules: 5_000_000, range: 262_143_328_850 }])
})

test('where nothing counts, nothing is told', () => {
  expect(joulesBetween([], energyReading(bare))).toBeNull()
})

test('joules of all packages, also past the point where a counter begins anew', () => {
  const reading = (first: number, second: number) => [
    { name: 'a', microjoules: first, range: 10_000_000 },
    { name: 'b', microjoules: second, range: null },
  ]
  expect(joulesBetween(reading(1_000_000, 0), reading(3_000_000, 500_000))).toBe(2.5)
  expect(joulesBetween(reading(9_000_000, 0), reading(1_000_000, 0))).toBe(2)
  expect(joulesBetween(reading(0, 1_000_000), reading(1_000_000, 0))).toBe(1)
})
