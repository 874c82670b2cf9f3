import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A model's file, and the folder with what belongs to it. */
export interface ModelFile {
  readonly model: string
  readonly folder: string
  readonly sizeBytes: number
}

/** Of a file whose name ends so, or of a folder with one; of several, the first by name. `null`: it is neither. */
export function modelFile(path: string, suffix: string): ModelFile | null {
  const isOne = (name: string) => name.toLowerCase().endsWith(suffix)
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isFile()) return isOne(path) ? fileOf(path, there.size) : null
  if (!there?.isDirectory()) return null
  const [name] = readdirSync(path).filter(isOne).sort()
  const inside = name === undefined ? undefined : statSync(join(path, name), { throwIfNoEntry: false })
  return name !== undefined && inside?.isFile() ? fileOf(join(path, name), inside.size) : null
}

function fileOf(model: string, sizeBytes: number): ModelFile {
  return { model, folder: dirname(model), sizeBytes }
}
