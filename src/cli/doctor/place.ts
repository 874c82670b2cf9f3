import type { StoredModel } from '../../models/catalogue/model.ts'
import { byteSize } from '../table.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Room for a model of seven billion parameters in four bits. */
const LEAST_DISK = 5 * 2 ** 30
const FULL_DISK = 16e6

/** Where Trivet would answer, and what is there now. */
export interface Doorway {
  readonly url: string
  /** What a running server says of itself; `null`: none answers. */
  readonly health: { readonly status: string; readonly version: string } | null
  /** Why a server could not listen there, in a sentence; `null`: it could, or does. */
  readonly obstacle: string | null
}

export function serverCheck({ url, health, obstacle }: Doorway): Check {
  if (health?.status === 'degraded') {
    return warn(
      'server',
      `Trivet ${health.version} answers at ${url}, with a model that failed, or without the server that it shares keys through.`,
      '`trivet ps` tells which model, and why; GET /v1/system/status how the other server is.',
    )
  }
  if (health !== null) return ok('server', `Trivet ${health.version} answers at ${url}.`)
  if (obstacle === null) return ok('server', `None is running; ${url} is free for one.`)
  return fail('server', `None is running, and none can listen at ${url}.`, obstacle)
}

/** The server that keys and limits are shared through. */
export interface SharedPlace {
  /** Without its password. */
  readonly url: string
  /** Why it can't be used; `null`: it can. */
  readonly trouble: string | null
}

export function sharingChecks(place: SharedPlace | null): readonly Check[] {
  if (place === null) return []
  const { url, trouble } = place
  return [
    trouble === null
      ? ok('sharing', `Keys, counters and limits are shared through ${url}.`)
      : fail(
          'sharing',
          `Keys and limits are to be shared through ${url}, which can't be used: ${trouble}.`,
          'Start it, correct `redis.url`, or leave that out to keep them here.',
        ),
  ]
}

/** Trivet's own store of models. */
export interface StorePlace {
  readonly folder: string
  /** `null`: can't be told. */
  readonly freeBytes: number | null
  readonly writable: boolean
}

export function storeChecks({ folder, freeBytes, writable }: StorePlace): readonly Check[] {
  const room = freeBytes === null ? 'An unknown amount' : byteSize(freeBytes)
  const disk = `${room} is free in ${folder}.`
  return [
    writable
      ? ok('store', `Models are kept in ${folder}.`)
      : fail(
          'store',
          `This user may not write in ${folder}.`,
          'Give it to this user, or name another with TRIVET_HOME.',
        ),
    diskCheck(freeBytes, disk),
  ]
}

/** Below some megabytes, answers and counters can't be kept any more. */
function diskCheck(freeBytes: number | null, disk: string): Check {
  if (freeBytes === null || freeBytes >= LEAST_DISK) return ok('disk', disk)
  const fix = 'Free some (`trivet rm`, `trivet clean`), or name a folder of another disk with TRIVET_HOME.'
  return freeBytes < FULL_DISK ? fail('disk', disk, fix) : warn('disk', disk, fix)
}

/** A folder or file of models that the settings name. */
export interface NamedPlace {
  readonly path: string
  readonly readable: boolean
}

/** @param served how many models a running server lists; `null`: none runs, or it doesn't say */
export function modelChecks(
  places: readonly NamedPlace[],
  models: readonly StoredModel[],
  served: number | null,
): readonly Check[] {
  const closed = places.filter(({ readable }) => !readable)
  const broken = models.filter(({ invalid }) => invalid !== null)
  const sound = Math.max(models.length - broken.length, served ?? 0)
  return [
    ...closed.map(({ path }) =>
      fail(
        'models',
        `${path} is named in the settings, and can't be read.`,
        'Correct its name, or let this user read it.',
      ),
    ),
    sound > 0
      ? ok('models', `${sound} ${sound === 1 ? 'model' : 'models'} can be served.`)
      : warn('models', 'There are no models here yet.', '`trivet pull <name>` gets one.'),
    ...broken.map(({ id, invalid }) =>
      warn(`model ${id}`, `It can't be loaded: ${invalid}`, '`trivet rm` deletes it, `trivet pull` fetches it anew.'),
    ),
  ]
}
