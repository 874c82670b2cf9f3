import { baseOf, chooseModel, type Offered } from '../choose.ts'
import type { Access } from '../download/remote-file.ts'
import { localName, type PlannedFile, type PullPlan } from '../plan.ts'
import type { RepositoryReference } from '../reference.ts'

/** A file of a hub's repository. */
export interface HubFile extends Offered {
  readonly sha256: string | null
}

/** A repository's files at one revision. */
export interface Listing {
  readonly files: readonly HubFile[]
  /** Where it is shown to people. */
  readonly source: string
  /** The commit where the hub tells it. */
  readonly revision: string
  /** Where a file is fetched. */
  urlOf(path: string): string
  readonly access: Access
}

/** The model that is meant, out of what the repository has. */
export function planFrom(listing: Listing, { repository, precisions, file }: RepositoryReference): PullPlan {
  const choice = chooseModel(listing.files, { precisions, file }, listing.source)
  const planned = (role: PlannedFile['role']) => (each: HubFile) => ({
    name: localName(each.path, listing.source),
    url: listing.urlOf(each.path),
    sizeBytes: each.sizeBytes,
    sha256: each.sha256,
    access: listing.access,
    role,
  })
  return {
    id: choice.precision === null ? repository : `${repository}:${choice.precision}`,
    source: listing.source,
    revision: listing.revision,
    precision: choice.precision,
    entry: baseOf(choice.entry.path),
    files: [
      ...choice.weights.map(planned('weights')),
      ...(choice.mmproj === null ? [] : [planned('mmproj')(choice.mmproj)]),
    ],
  }
}

/** A path as it stands in a URL. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
