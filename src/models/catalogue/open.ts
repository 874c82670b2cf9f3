import { mkdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../core/clock.ts'
import { textOf } from '../../core/open-file.ts'
import { createFactsCache } from '../facts/cache.ts'
import { systemProcesses } from '../own/holder.ts'
import { MANIFEST, storeLayout } from '../own/layout.ts'
import type { LockOptions } from '../own/lock.ts'
import { readNames, writeWhole } from '../own/names.ts'
import type { Publisher } from '../own/publisher.ts'
import { recoverStore } from '../own/recover.ts'
import { ownSource } from '../own/source.ts'
import { type ConfiguredModel, configuredSource } from '../sources/configured.ts'
import { folderSource, namedFolderSource } from '../sources/folder.ts'
import type { Source } from '../sources/found.ts'
import type { Catalogue } from './catalogue.ts'
import { createCatalogue } from './create.ts'
import { Picture } from './picture.ts'

export interface OpenOptions {
  /** Trivet's own store; made when something is put into it. */
  readonly root: string
  readonly configured: readonly ConfiguredModel[]
  /** Folders of the user's. */
  readonly folders: readonly string[]
  readonly foreign: readonly Source[]
  readonly clock: Clock
  inUse(id: string): boolean
  /** What could not be looked at, in sentences. */
  report(problem: string): void
}

/** The catalogue of this machine, looked at once. */
export async function openCatalogue(options: OpenOptions): Promise<Catalogue & Publisher> {
  const { root, configured, folders, foreign, clock, inUse, report } = options
  const layout = storeLayout(root)
  const picture = new Picture({
    sources: [
      configuredSource(configured),
      ownSource(root),
      // Files that somebody has put beside Trivet's own models are found as in any folder.
      folderSource(root, MANIFEST),
      ...folders.map(namedFolderSource),
      ...foreign,
    ],
    readNames: () => readNames(layout.names),
    facts: createFactsCache(textOf(layout.factsCache)),
    async keepFacts(text) {
      // Only to save time: a store that can't be written is read again the next time.
      await mkdir(root, { recursive: true }).catch(() => undefined)
      await writeWhole(layout.factsCache, text).catch(() => undefined)
    },
    report,
  })
  const locks = systemLocks(clock)
  await recoverStore(layout, locks)
  const catalogue = createCatalogue({ picture, layout, locks, clock, inUse })
  await catalogue.refresh()
  return catalogue
}

/** Locks among the processes of this machine. */
export function systemLocks(clock: Clock): LockOptions {
  return { clock, processes: systemProcesses(), pause: (ms) => pause(ms) }
}
