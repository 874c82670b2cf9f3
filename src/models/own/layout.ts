import { join } from 'node:path'

/** Where everything of Trivet's own store lies. Names that begin with a dot are no models. */
export interface StoreLayout {
  readonly root: string
  /** A model's folder. */
  model(id: string): string
  /** Where a model of this id is in the making. */
  staging(id: string): string
  readonly stagings: string
  /** Folders on their way out: renamed first, so that a model is gone at once or not at all. */
  readonly trash: string
  /** Held while the store is changed. */
  readonly storeLock: string
  /** Held while a model of this id is in the making. */
  stagingLock(id: string): string
  /** Which models other processes have loaded. */
  readonly uses: string
  /** Aliases and pins. */
  readonly names: string
  readonly factsCache: string
}

export const MANIFEST = 'manifest.json'

export function storeLayout(root: string): StoreLayout {
  const stagings = join(root, '.staging')
  const locks = join(root, '.locks')
  return {
    root,
    model: (id) => join(root, folderName(id)),
    staging: (id) => join(stagings, folderName(id)),
    stagings,
    trash: join(root, '.trash'),
    storeLock: join(locks, 'store'),
    stagingLock: (id) => join(locks, `staging ${folderName(id)}`),
    uses: join(root, '.uses'),
    names: join(root, '.names.json'),
    factsCache: join(root, '.facts.json'),
  }
}

/** `org+repo=Q4_K_M`: the signs that part an id may not stand in a file's name everywhere; these can't be in an id. */
export function folderName(id: string): string {
  return id.replaceAll('/', '+').replaceAll(':', '=')
}

/** The inverse of `folderName`. */
export function idOfFolder(name: string): string {
  return name.replaceAll('+', '/').replaceAll('=', ':')
}
