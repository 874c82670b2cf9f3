import type { Clock } from '../core/clock.ts'
import type { EngineReport, Inventory, Machine } from '../core/machine.ts'
import { PLATFORM_NAMES } from '../core/platforms.ts'
import type { Registry } from '../engine/registry.ts'
import { energyReading } from '../hardware/energy.ts'
import { inventoryOf } from '../hardware/inventory.ts'
import { platformStatuses } from '../hardware/platforms.ts'

/** How long what an engine said of itself is believed: asking starts a process. */
const FRESH_MS = 30_000

/**
 * @param chip what the settings say is here
 * @param look where the machine is looked at; a fixture in tests
 */
export function openMachine(
  registry: Pick<Registry, 'drivers'>,
  clock: Clock,
  chip: string | null,
  look: (chip: string | null) => Inventory = inventoryOf,
): Machine {
  const engines = remembered(() => askEngines(registry), clock)
  return {
    async report() {
      const told = await engines()
      const inventory = look(chip)
      return { ...inventory, engines: told, platforms: platformStatuses(inventory, told) }
    },
    energy: () => energyReading(),
  }
}

/** The test driver is nobody's platform. */
function askEngines({ drivers }: Pick<Registry, 'drivers'>): Promise<readonly EngineReport[]> {
  const real = drivers.filter(({ id }) => PLATFORM_NAMES.some((name) => name === id))
  return Promise.all(
    real.map(async (driver) => ({
      platform: driver.id,
      misplaced: driver.misplaced?.() ?? '',
      ...(await driver.probe()),
    })),
  )
}

/** Asks once for all who ask meanwhile, and again when the answer is old. */
function remembered<T>(ask: () => Promise<T>, clock: Clock): () => Promise<T> {
  let last: { readonly at: number; readonly answer: Promise<T> } | null = null
  return () => {
    if (last === null || clock.now() - last.at >= FRESH_MS) last = { at: clock.now(), answer: ask() }
    return last.answer
  }
}
