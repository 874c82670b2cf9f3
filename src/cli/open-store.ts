import { join } from 'node:path'
import { dataHome, type Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import type { Database } from '../store/database.ts'
import { IN_MEMORY, openDatabase } from '../store/open.ts'
import { createResponseStore, type ResponseStore, type StoreBounds } from '../store/responses.ts'
import type { Logger } from '../telemetry/logger.ts'

/** What the server remembers. */
export interface OpenStore {
  readonly responses: ResponseStore
  close(): void
}

/** The file in Trivet's folder of data; in memory, with a word in the log, when it can't be written. */
export function openStore(env: Env, bounds: StoreBounds, clock: Clock, logger: Pick<Logger, 'warn'>): OpenStore {
  const database = openOrRemember(join(dataHome(env), 'trivet.db'), logger)
  return { responses: createResponseStore(database, bounds, clock), close: () => database.close() }
}

function openOrRemember(path: string, logger: Pick<Logger, 'warn'>): Database {
  try {
    return openDatabase(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ path, reason }, 'keeping responses in memory: they end with the server')
    return openDatabase(IN_MEMORY)
  }
}
