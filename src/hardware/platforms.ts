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

/**
 * The first thing in the way, from the chip up; empty when nothing is. A setting that points nowhere is told before what
 * the chip lacks, for whoever has set it means it.
 */
function whyNot(platform: Platform, engine: EngineReport | undefined, own: readonly Chip[]): string {
  const chip = chipProblem(platform, own)
  const misplaced = engine?.misplaced ?? ''
  if (chip !== '') return misplaced === '' ? chip : `${misplaced} ${chip}`
  if (engine === undefined) return `This build of Trivet has no engine for ${platform.name}.`
  return engine.available ? '' : engine.reason
}

/** Of a platform that needs a chip of its own. */
function chipProblem({ units, vendor, types }: Platform, own: readonly Chip[]): string {
  if (vendor === undefined || units.includes('cpu')) return ''
  if (own.length === 0) return `There is no ${types?.join(', ') ?? `NPU of ${vendor}`} here.`
  const [problem] = own.every(({ state }) => state === 'unusable') ? own.flatMap(({ problems }) => problems) : []
  return problem === undefined ? '' : `${problem.what} ${problem.fix}`
}

function counted(types: readonly string[]): PlatformStatus['chips'] {
  return [...new Set(types)].map((type) => ({ type, count: types.filter((one) => one === type).length }))
}
