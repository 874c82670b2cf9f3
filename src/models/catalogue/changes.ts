import type { CatalogueChange } from './catalogue.ts'
import type { StoredModel } from './model.ts'

/** What became of the list; `null` when nothing did. */
export function changesBetween(before: readonly StoredModel[], after: readonly StoredModel[]): CatalogueChange | null {
  const old = new Map(before.map((model) => [model.id, JSON.stringify(model)]))
  const now = new Set(after.map(({ id }) => id))
  const added = after.filter(({ id }) => !old.has(id)).map(({ id }) => id)
  const removed = before.filter(({ id }) => !now.has(id)).map(({ id }) => id)
  const changed = after.flatMap((model) => {
    const text = old.get(model.id)
    return text === undefined || text === JSON.stringify(model) ? [] : [model.id]
  })
  return added.length + removed.length + changed.length === 0 ? null : { added, removed, changed }
}
