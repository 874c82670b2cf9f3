import { mkdirSync, openSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../../../core/clock.ts'
import { openFileLocks } from '../native/file-lock.ts'
import { type CoreTurns, coreTurns, NO_TURNS } from './turns.ts'

/**
 * The turns of this process among all engines of this user. ggml's threads spin while they wait for each other: where two
 * engines have more of them than there are cores, those that spin keep those off that are waited for, and both together
 * are some fifty times slower than one after the other. Engines that take no more than half of the cores need no turns.
 */
export function turnsAmongEngines(threads: number): CoreTurns {
  const locks = needsTurns(threads, availableParallelism()) ? openFileLocks() : null
  if (locks === null) return NO_TURNS
  try {
    const { uid } = userInfo()
    const folder = join(tmpdir(), `trivet-cores-${uid}`)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Another user's folder would be another user's lock.
    if (statSync(folder).uid !== uid) return NO_TURNS
    const [next, cores] = ['next', 'cores'].map((name) => locks(openSync(join(folder, name), 'a', 0o600)))
    return next && cores ? coreTurns(next, cores, systemClock) : NO_TURNS
  } catch {
    return NO_TURNS
  }
}

/** A single thread waits for nobody. */
export function needsTurns(threads: number, cores: number): boolean {
  return threads > 1 && threads * 2 > cores
}
