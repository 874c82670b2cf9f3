import { whisperStem } from '../../ids/file-names.ts'
import { baseOf, type Choice, chooseModel, type Offered } from '../choose.ts'
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
    id: idOf(choice, repository),
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

/** Of a repository with many models of whisper.cpp, each is called by its file: `ggerganov/ggml-base`. */
function idOf({ entry, precision }: Choice<HubFile>, repository: string): string {
  const stem = whisperStem(entry.path)
  if (stem !== null) return `${repository.split('/')[0]}/${stem}`
  return precision === null ? repository : `${repository}:${precision}`
}

/** A path as it stands in a URL. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
