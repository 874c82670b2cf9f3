import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Env } from '../../config/paths.ts'
import type { Clock } from '../../core/clock.ts'
import { freeBytes } from '../../models/pull/download/disk-error.ts'
import { linked } from '../../store/shared/link.ts'
import { baseUrl } from '../base-url.ts'
import { serverAnswers } from '../jobs/server-job.ts'
import { addressObstacle } from '../listen.ts'
import { remoteDesk } from '../models/remote-desk.ts'
import { modelsHome } from '../open-models.ts'
import { openLink } from '../open-sharing.ts'
import type { Doorway, NamedPlace, SharedPlace, StorePlace } from './place.ts'

const PATIENCE_MS = 3_000

/** Asks whoever answers there; when nobody does, listens for a moment. */
export async function lookAtDoorway({ host, port, tls }: Config): Promise<Doorway> {
  const url = baseUrl({ host, tls }, port)
  if (!(await serverAnswers(url))) return { url, health: null, obstacle: await addressObstacle(host, port) }
  const told: unknown = await fetch(`${url}/health`)
    .then((answer) => answer.json())
    .catch(() => null)
  const { status = 'ok', version = '' } = (told ?? {}) as { status?: string; version?: string }
  return { url, health: { status, version }, obstacle: null }
}

/** Waits a moment for it; `null`: nothing is shared. */
export async function lookAtSharing({ sharing }: Config, clock: Clock): Promise<SharedPlace | null> {
  if (sharing === null) return null
  const link = await openLink(sharing, clock)
  try {
    const trouble = await linked(link, clock, PATIENCE_MS)
    return { url: link.status.url, trouble }
  } finally {
    link.close()
  }
}

/** How many models a server lists, which may be of other settings than these; `null`: it doesn't say. */
export function countModels(url: string): Promise<number | null> {
  return remoteDesk(url)
    .list()
    .then(
      ({ length }) => length,
      () => null,
    )
}

/** Of a store that isn't there yet, the folder that it would be made in. */
export async function lookAtStore(env: Env): Promise<StorePlace> {
  const folder = modelsHome(env)
  const nearest = nearestFolder(folder)
  return { folder, writable: await may(nearest, constants.W_OK), freeBytes: await freeBytes(nearest) }
}

function nearestFolder(folder: string): string {
  const above = dirname(folder)
  return existsSync(folder) || above === folder ? folder : nearestFolder(above)
}

export function lookAtPlaces({ models, modelFolders }: Config): Promise<readonly NamedPlace[]> {
  const paths = [...models.map(({ path }) => path), ...modelFolders]
  return Promise.all(paths.map(async (path) => ({ path, readable: await may(path, constants.R_OK) })))
}

function may(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
