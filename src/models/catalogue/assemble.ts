import type { Names } from '../own/names.ts'
import type { Described } from './describe.ts'
import type { StoredModel } from './model.ts'

/** A model of the list, and the files it was found as. */
export interface Assembled {
  readonly model: StoredModel
  readonly described: Described
}

/**
 * The list out of what the sources gave, in their order: the same file is one model, unless the settings give it several
 * ids, and so are copies of the same name
 * and size; others of the same name are told apart by their source. Adapters and projectors are no models unless the
 * settings say so.
 */
export function assemble(described: readonly Described[], names: Names): Assembled[] {
  const models = new Map<string, Described>()
  const paths = new Set<string>()
  for (const one of described) {
    const { found, facts, sizeBytes } = one
    if (paths.has(found.path) && found.source !== 'config') continue
    if (found.source !== 'config' && facts !== null && facts.type !== 'model') continue
    const namesake = models.get(found.id)
    if (namesake?.sizeBytes === sizeBytes && namesake.found.source !== found.source) continue
    paths.add(found.path)
    models.set(freeId(one, models), one)
  }
  return Array.from(models, ([id, one]) => ({ model: storedModel(id, one, names), described: one }))
}

function freeId({ found }: Described, taken: ReadonlyMap<string, unknown>): string {
  if (!taken.has(found.id)) return found.id
  const bySource = `${found.id}@${found.source}`
  let id = bySource
  for (let count = 2; taken.has(id); count++) id = `${bySource}-${count}`
  return id
}

function storedModel(
  id: string,
  { found, sizeBytes, modifiedMs, facts, invalid }: Described,
  names: Names,
): StoredModel {
  const isOther = facts !== null && facts.type !== 'model'
  return {
    id,
    path: found.path,
    source: found.source,
    owned: found.source === 'trivet',
    sizeBytes,
    modifiedMs,
    attachments: found.attachments,
    facts,
    invalid: isOther ? `It is no model: its file says that it is \`${facts.type}\`.` : invalid,
    aliases: Object.keys(names.aliases).filter((alias) => names.aliases[alias] === id),
    pinned: names.pinned.includes(id),
  }
}
