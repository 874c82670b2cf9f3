import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataHome, type Env } from '../config/paths.ts'
import type { Clock } from '../core/clock.ts'
import type { JobRecord, JobRecords } from '../jobs/records.ts'
import { holderSchema, type Processes, systemProcesses } from '../models/own/holder.ts'
import { type BenchmarkStore, createBenchmarkStore } from '../store/benchmarks.ts'
import { type ChatStore, createChatStore } from '../store/chats.ts'
import type { Database } from '../store/database.ts'
import { gatherUsages } from '../store/gathered-usage.ts'
import { createJobStore, type JobHolders } from '../store/jobs.ts'
import { createFileShelf, type KeyShelf } from '../store/key-shelf.ts'
import { createKeyUsages, type KeyUsages } from '../store/key-usage.ts'
import { createNotes, type Notes } from '../store/notes.ts'
import { IN_MEMORY, openDatabase } from '../store/open.ts'
import { createResponseStore, type ResponseStore, type StoreBounds } from '../store/responses.ts'
import type { Logger } from '../telemetry/logger.ts'
import { claimStore } from './claim-store.ts'

export interface OpenStoreBounds extends StoreBounds {
  /** See `createChatStore`. */
  readonly chatBytes: number
}

/** What the server remembers. */
export interface OpenStore {
  readonly responses: ResponseStore
  readonly chats: ChatStore
  readonly keys: KeyShelf
  readonly keyUsages: KeyUsages
  /** Work under way, for the next server to know of. */
  readonly jobs: JobRecords
  readonly benchmarks: BenchmarkStore
  readonly notes: Notes
  /** Why the file could not be opened, where there is one: nobody knows which keys it has. `null`: all is well. */
  readonly lost: string | null
  close(): void
}

/** The file in Trivet's folder of data; in memory, with a word in the log, when it can't be written. */
export function openStore(env: Env, bounds: OpenStoreBounds, clock: Clock, logger: Pick<Logger, 'warn'>): OpenStore {
  const { database, lost } = openOrRemember(storePath(env), logger)
  const keyUsages = gatherUsages(createKeyUsages(database, clock), clock)
  const notes = createNotes(database)
  const processes = systemProcesses()
  const other = claimStore(notes, processes)
  if (other !== null) {
    const what =
      'serves from the same folder: what one has under way the other takes for lost, so give one a TRIVET_HOME of its own'
    logger.warn({ path: storePath(env) }, `${other} ${what}`)
  }
  return {
    responses: createResponseStore(database, bounds, clock),
    chats: createChatStore(database, clock, bounds.chatBytes),
    keys: createFileShelf(database),
    keyUsages,
    jobs: createJobStore<JobRecord>(database, jobHolders(processes)),
    benchmarks: createBenchmarkStore(database),
    notes,
    lost,
    close() {
      // SQLite has written it when this returns.
      keyUsages.flush().catch((error) => logger.warn({ err: error }, 'usage is not written down'))
      database.close()
    },
  }
}

function jobHolders({ self, life }: Processes): JobHolders {
  return {
    self: JSON.stringify(self),
    isGone: (holder) => life(holderSchema.parse(JSON.parse(holder))) !== 'alive',
  }
}

export function storePath(env: Env): string {
  return join(dataHome(env), 'trivet.db')
}

interface Opened {
  readonly database: Database
  readonly lost: string | null
}

function openOrRemember(path: string, logger: Pick<Logger, 'warn'>): Opened {
  try {
    return { database: openDatabase(path), lost: null }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ path, reason }, 'keeping responses and counters in memory: they end with the server')
    return { database: openDatabase(IN_MEMORY), lost: existsSync(path) ? `${path}: ${reason}` : null }
  }
}
