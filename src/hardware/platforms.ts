import type { Chip, EngineReport, Inventory, PlatformStatus } from '../core/machine.ts'
import { PLATFORM_NAMES, PLATFORMS, type Platform } from '../core/platforms.ts'

/** Every platform: whether models of it can run here, and if not, what is in the way. */
export function platformStatuses(
  { chips }: Pick<Inventory, 'chips'>,
  engines: readonly EngineReport[],
): readonly PlatformStatus[] {
  return PLATFORM_NAMES.map((id) => {
    const platform: Platform = PLATFORMS[id]
    const engine = engines.find((one) => one.platform === id)
    const own = chips.filter((chip) => runsOn(platform, chip))
    const reason = whyNot(platform, engine, own)
    const types =
      own.length > 0 ? own.map(({ type }) => type) : (engine?.devices ?? []).map(({ description }) => description)
    return { id, name: platform.name, available: reason === '', reason, chips: counted(types) }
  })
}

/** The chips that it is made for; none of one that runs anywhere. */
function runsOn({ units, vendor, types }: Platform, chip: Chip): boolean {
  return vendor === chip.vendor && units.includes(chip.kind) && (types?.includes(chip.type) ?? true)
}

/** The first thing in the way, from the chip up; empty when nothing is. */
function whyNot(
  { name, units, vendor, types }: Platform,
  engine: EngineReport | undefined,
  own: readonly Chip[],
): string {
  const needsChip = vendor !== undefined && !units.includes('cpu')
  if (needsChip && own.length === 0) return `There is no ${types?.join(', ') ?? `NPU of ${vendor}`} here.`
  const [problem] = own.every(({ state }) => state === 'unusable') ? own.flatMap(({ problems }) => problems) : []
  if (needsChip && problem !== undefined) return `${problem.what} ${problem.fix}`
  if (engine === undefined) return `This build of Trivet has no engine for ${name}.`
  return engine.available ? '' : engine.reason
}

function counted(types: readonly string[]): PlatformStatus['chips'] {
  return [...new Set(types)].map((type) => ({ type, count: types.filter((one) => one === type).length }))
}
