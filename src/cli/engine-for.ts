import { TrivetError } from '../core/errors.ts'
import type { Inventory } from '../core/machine.ts'
import type { Recognised, Registry } from '../engine/registry.ts'
import { platformStatuses } from '../hardware/platforms.ts'
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
  if (own !== undefined) return firstHere(id, [own], machine)
  const [first, ...others] = claims
  if (platform !== undefined && first !== undefined) {
    const able = claims.map(({ driver }) => driver.id).join(' or ')
    const reason = `its setting \`platform\` says ${platform}, which is not for the files in ${path}. Say ${able}, or nothing.`
    throw new TrivetError('driver_unavailable', { model: id, reason })
  }
  if (first === undefined) {
    const engines = registry.drivers.map((driver) => driver.id)
    throw unrecognised(id, path, told, engines, machine)
  }
  return firstHere(id, [first, ...others], machine)
}

/** Of a runtime that is not here, what is in the way is said from the chip up. */
function firstHere(
  model: string,
  claims: readonly [Recognised, ...Recognised[]],
  machine: () => Inventory,
): Recognised {
  const lacks = claims.map(({ driver }) => driver.missing?.() ?? '')
  const here = claims[lacks.indexOf('')]
  if (here !== undefined) return here
  const engines = claims.map(({ driver }, at) => ({
    ...ABSENT,
    platform: driver.id,
    reason: lacks[at] ?? '',
    misplaced: driver.misplaced?.() ?? '',
  }))
  const statuses = platformStatuses(machine(), engines)
  const reasons = engines.map(({ platform, reason }) => {
    const status = statuses.find(({ id }) => id === platform)
    return { name: status?.name ?? platform, reason: status?.reason ?? reason }
  })
  const [only, ...others] = reasons
  if (only !== undefined && others.length === 0 && only.reason !== lacks[0]) {
    throw new TrivetError('unsupported_platform', { model, platform: only.name, reason: only.reason })
  }
  const told = reasons.map(({ name, reason }) => (others.length === 0 ? reason : `${name} would do: ${reason}`))
  throw new TrivetError('driver_unavailable', { model, reason: told.join(' ') })
}

const ABSENT = { available: false, version: '', devices: [] } as const
