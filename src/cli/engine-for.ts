import { TrivetError } from '../core/errors.ts'
import type { Inventory } from '../core/machine.ts'
import { isPlatform, PLATFORMS } from '../core/platforms.ts'
import type { Recognised, Registry } from '../engine/registry.ts'
import { modelTomlIn } from '../models/model-toml.ts'
import type { ModelEntry } from '../scheduler/scheduler.ts'
import { unreadable, unrecognised } from './unrecognised.ts'

/**
 * The engine that a model goes to: of those that know its files the one that the settings name, else the one that its
 * `model.toml` names, else the first whose runtime is here. Rejects with `unsupported_platform`, `model_unusable`, or
 * `driver_unavailable`, which says of each that would do why it doesn't.
 * @param machine looks at this machine
 */
export async function engineFor(
  { id, path, platform }: Pick<ModelEntry, 'id' | 'path' | 'platform'>,
  registry: Pick<Registry, 'claims' | 'drivers'>,
  machine: () => Inventory,
): Promise<Recognised> {
  const claims = await registry.claims(path).catch((thrown: unknown) => {
    throw unreadable(id, path, thrown)
  })
  const told = platform ?? modelTomlIn(path)?.platform ?? null
  const own = claims.find(({ driver }) => driver.id === told)
  if (own !== undefined) return own
  if (platform !== undefined || claims.length === 0) {
    const engines = registry.drivers.map((driver) => driver.id)
    throw unrecognised(id, path, told, engines, machine)
  }
  return firstHere(id, claims)
}

/** One that knows a model alone says for itself, when it is started, what it lacks. */
function firstHere(model: string, claims: readonly Recognised[]): Recognised {
  const [first, ...others] = claims
  const here = claims.find(({ driver }) => (driver.missing?.() ?? '') === '')
  if (here !== undefined) return here
  if (first !== undefined && others.length === 0) return first
  const reasons = claims.map(({ driver }) => `${nameOf(driver.id)} would do: ${driver.missing?.()}`)
  throw new TrivetError('driver_unavailable', { model, reason: reasons.join(' ') })
}

function nameOf(id: string): string {
  return isPlatform(id) ? PLATFORMS[id].name : id
}
