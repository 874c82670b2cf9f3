import { basename } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { TrivetError } from '../../core/errors.ts'
import { checkModelId } from '../ids/id.ts'
import { resolveModel, resolveRemoval } from '../ids/resolve.ts'
import { copyInto } from '../own/copy.ts'
import { exclusive } from '../own/exclusive.ts'
import type { StoreLayout } from '../own/layout.ts'
import type { LockOptions } from '../own/lock.ts'
import { type Names, readNames, withAlias, withoutAlias, withPin, writeNames } from '../own/names.ts'
import { placeTaken } from '../own/place.ts'
import { publishModel } from '../own/publish.ts'
import type { Publisher } from '../own/publisher.ts'
import { removeModel } from '../own/remove.ts'
import { stageModel } from '../own/stage.ts'
import { writing } from '../own/unwritable.ts'
import { usedElsewhere } from '../own/use.ts'
import type { Catalogue } from './catalogue.ts'
import type { StoredModel } from './model.ts'
import { ownerOf } from './owner.ts'
import type { Picture } from './picture.ts'

export interface CatalogueOptions {
  readonly picture: Picture
  readonly layout: StoreLayout
  readonly locks: LockOptions
  readonly clock: Clock
  /** Whether an engine of this process has it loaded, or is loading it. */
  inUse(id: string): boolean
}

/** The catalogue, and the way into Trivet's own store. Empty until its first `refresh`. */
export function createCatalogue(options: CatalogueOptions): Catalogue & Publisher {
  const { picture, layout, locks, clock } = options
  const change = exclusive(layout, locks)
  const refresh = () => picture.refresh()
  const list = () => picture.models.map(({ model }) => model)
  const find = (name: string) => resolveModel(name, list())

  async function look(name: string): Promise<StoredModel> {
    try {
      return find(name)
    } catch {
      await refresh()
      return find(name)
    }
  }

  async function inUse(id: string, folder = layout.model(id)): Promise<boolean> {
    return options.inUse(id) || usedElsewhere(layout, basename(folder), locks.processes)
  }

  async function rename(to: (names: Names) => Names): Promise<void> {
    await change(async () => {
      const names = to(await readNames(layout.names))
      await writeNames(layout.names, names)
      picture.rename(names)
    })
  }

  /** Throws `model_exists` about `param` when the name is taken; upper and lower case are one. */
  function checkFree(name: string, param: string, except?: StoredModel): void {
    const wanted = name.toLowerCase()
    const taken = list().find(
      ({ id, aliases }) => id.toLowerCase() === wanted || aliases.some((alias) => alias.toLowerCase() === wanted),
    )
    if (taken && (taken.id !== except?.id || taken.id.toLowerCase() === wanted))
      throw new TrivetError('model_exists', { model: name }, param)
  }

  /**
   * Throws `model_exists` when a model of Trivet's own would be called as another is: nobody could load it by that name.
   * One that another program keeps gives way.
   */
  function checkOwnName(id: string): void {
    const wanted = id.toLowerCase()
    const taken = list().some(
      (model) =>
        (model.source === 'config' && model.id.toLowerCase() === wanted) ||
        model.aliases.some((alias) => alias.toLowerCase() === wanted),
    )
    if (taken) throw new TrivetError('model_exists', { model: id }, 'model')
  }

  return {
    list,
    find,
    refresh,
    look,
    onChange: (listener) => picture.onChange(listener),

    async remove(name) {
      // What another process has made or named since could be what is meant.
      await refresh()
      const { model, alias } = resolveRemoval(name, list())
      const { id, source, path } = model
      if (alias !== null) {
        await rename((names) => withoutAlias(names, alias))
        return alias
      }
      const owner = ownerOf(source)
      if (owner !== null) throw new TrivetError('model_not_owned', { model: id, ...owner }, 'model')
      if (await inUse(id, folderOf(path, layout))) throw new TrivetError('model_in_use', { model: id }, 'model')
      try {
        await removeModel(id, folderOf(path, layout), layout, change)
      } finally {
        await refresh()
      }
      return id
    },

    async alias(name, alias) {
      // Another process may have made the model, or one of the name wanted.
      await refresh()
      const model = find(name)
      checkModelId(alias, 'alias')
      checkFree(alias, 'alias', model)
      await rename((names) => withAlias(names, alias, model.id))
      return find(model.id)
    },
    async pin(name, pinned) {
      const { id } = await look(name)
      await rename((names) => withPin(names, id, pinned))
      return find(id)
    },

    async copy(name, id) {
      await refresh()
      const model = find(name)
      const from = picture.models.find((each) => each.model.id === model.id)
      if (from === undefined || model.invalid !== null) {
        throw new TrivetError('invalid_value', { reason: `\`${model.id}\` is broken: ${model.invalid}` }, 'model')
      }
      checkModelId(id, 'destination')
      checkFree(id, 'destination')
      const staging = await stageModel(id, true, layout, locks)
      try {
        const manifest = await writing(() => copyInto(staging, from.described.found, clock))
        await publishModel(staging, manifest, { layout, exclusive: change, inUse, replaces: null })
      } catch (error) {
        await staging.discard()
        throw error
      }
      await refresh()
      return find(id)
    },

    async stage(id, { fresh = false, origin } = {}) {
      if (origin) {
        await refresh()
        checkOwnName(id)
        await placeTaken(layout, id, origin)
      }
      return stageModel(id, fresh, layout, locks)
    },
    async publish(staging, manifest) {
      await refresh()
      checkOwnName(staging.id)
      await publishModel(staging, manifest, { layout, exclusive: change, inUse, replaces: manifest })
      await refresh()
      return find(staging.id)
    },
  }
}

/** The folder in the store that this file lies in: files may lie deeper, so the id doesn't tell. */
function folderOf(path: string, layout: StoreLayout): string {
  const [folder] = path.slice(layout.root.length + 1).split(/[\\/]/)
  return `${layout.root}/${folder}`
}
