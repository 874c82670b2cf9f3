import { resolve } from 'node:path'
import { look } from '../core/look.ts'

interface NamingFields {
  readonly model: string
  readonly imatrix?: string | null | undefined
}

/** A request to make a model of another, as whoever gets it understands it. */
export interface Placed<Fields> {
  readonly fields: Fields
  /** It names files of this machine, which a server may not be told of. */
  readonly onlyHere: boolean
}

/**
 * What is named on the command line, with the paths that a shell's user means made whole.
 * @param kind what `model` is when it is no name: a folder of files, or one file
 */
export function placed<Fields extends NamingFields>(given: Fields, kind: 'folder' | 'file'): Placed<Fields> {
  const found = look(given.model)
  const isPath = (kind === 'folder' ? found?.isDirectory() : found?.isFile()) ?? false
  const imatrix = given.imatrix ? resolve(given.imatrix) : given.imatrix
  const fields = { ...given, model: isPath ? resolve(given.model) : given.model, imatrix }
  return { fields, onlyHere: isPath || Boolean(imatrix) }
}
