import { existsSync } from 'node:fs'
import { type ModelFile, modelFile } from '../../files/model-file.ts'

/** Of a `.rknn` file, or of a folder with one. Models of RKNN3 keep their weights beside it, and are none of these. */
export function rknnFiles(path: string): ModelFile | null {
  const file = modelFile(path, '.rknn')
  return file !== null && existsSync(file.model.replace(/\.rknn$/i, '.weight')) ? null : file
}
