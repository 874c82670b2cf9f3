import { TrivetError } from '../../core/errors.ts'
import { baseOf } from './choose.ts'
import type { RemoteFile } from './download/remote-file.ts'

/** What a pull fetches, and what model it makes. */
export interface PullPlan {
  /** The model's id unless the user has another one for it. */
  readonly id: string
  /** Where it comes from, for people. */
  readonly source: string
  readonly revision: string | null
  readonly precision: string | null
  /** The name of the file that is given to an engine. */
  readonly entry: string
  readonly files: readonly PlannedFile[]
  /** The one file is a ZIP archive of what the model consists of, of about so many bytes; null: as many as it has. */
  readonly packed?: { readonly unpackedBytes: number | null }
}

export interface PlannedFile extends RemoteFile {
  readonly role: 'weights' | 'mmproj' | 'other'
}

/** Names that Windows gives to devices, with or without an extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The name a file gets here: that of its path's last part. Throws `source_unusable` where no file system should have it. */
export function localName(path: string, source: string): string {
  const name = baseOf(path)
  const odd = /[\p{C}\\/:*?"<>|]/u.test(name) || /^[.]|[. ]$/.test(name) || RESERVED.test(name)
  if (name !== '' && !odd && Buffer.byteLength(name) <= 200) return name
  const reason = `its file ${JSON.stringify(name.slice(0, 100))} has a name that no file should have.`
  throw new TrivetError('source_unusable', { source, reason })
}
