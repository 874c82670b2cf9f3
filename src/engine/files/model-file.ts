import { dirname, join } from 'node:path'
import { isFile, look, namesIn } from '../../core/look.ts'

/** A model's file, and the folder with what belongs to it. */
export interface ModelFile {
  readonly model: string
  readonly folder: string
  readonly sizeBytes: number
}

/** Of a file whose name ends so, or of a folder with one; of several, the first by name. `null`: it is neither. */
export function modelFile(path: string, suffix: string): ModelFile | null {
  const isOne = (file: string) => file.toLowerCase().endsWith(suffix) && isFile(file)
  const there = isOne(path)
    ? path
    : namesIn(path)
        .map((name) => join(path, name))
        .find(isOne)
  return there === undefined ? null : { model: there, folder: dirname(there), sizeBytes: look(there)?.size ?? 0 }
}
