import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { FactsCache, FactsRead } from '../facts/cache.ts'
import { readFacts } from '../facts/read-facts.ts'
import { MalformedGguf } from '../gguf/header.ts'
import type { FoundModel } from '../sources/found.ts'
import type { StoredModel } from './model.ts'

/** What looking at its files adds to a model that was found. */
export interface Described extends Pick<StoredModel, 'sizeBytes' | 'modifiedMs' | 'facts' | 'invalid'> {
  readonly found: FoundModel
}

/** Never rejects: what is wrong with the files makes the model invalid. */
export async function describe(found: FoundModel, cache: FactsCache): Promise<Described> {
  const files = [...new Set([found.path, ...filesOf(found)])]
  const statuses = await Promise.all(files.map((path) => stat(path).catch(() => null)))
  const missing = files.find((_, index) => statuses[index] === null)
  const present = statuses.filter((status) => status !== null)
  const sizes = present.map((status) => (status.isFile() ? status.size : 0))
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
  const modifiedMs = Math.max(0, ...present.map(({ mtimeMs }) => mtimeMs))
  const described = { found, sizeBytes, modifiedMs }
  if (found.invalid !== null) return { ...described, facts: null, invalid: found.invalid }
  if (missing !== undefined) {
    return { ...described, facts: null, invalid: `Its file ${basename(missing)} is missing.` }
  }
  if (found.parts.length === 0) return { ...described, facts: null, invalid: null }
  const stamp = [...files, ...present.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`)].join('\n')
  const read = await cache.get({ path: found.path, stamp }, () => tryFacts(found))
  if ('reason' in read) return { ...described, facts: null, invalid: read.reason }
  return { ...described, facts: read.facts, invalid: null }
}

/** All files of a model. */
export function filesOf({ parts, others, attachments }: FoundModel): string[] {
  return [...parts, ...others, ...Object.values(attachments)]
}

async function tryFacts({ parts, attachments }: FoundModel): Promise<FactsRead> {
  try {
    return { facts: await readFacts({ parts, mmproj: attachments.mmproj ?? null }) }
  } catch (error) {
    if (error instanceof MalformedGguf) return { reason: `Its file is broken: ${error.message}.` }
    const { code } = error as NodeJS.ErrnoException
    return { reason: `Its file can't be read (${code ?? 'unknown reason'}).` }
  }
}
