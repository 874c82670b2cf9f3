import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SUFFIX = '.rkllm'

/** A model's file, and the folder with what belongs to it. */
export interface RkllmFiles {
  readonly model: string
  readonly folder: string
  readonly sizeBytes: number
}

/** Of a `.rkllm` file, or of a folder with one; of several, the first by name. `null`: it is neither. */
export function rkllmFiles(path: string): RkllmFiles | null {
  const there = statSync(path, { throwIfNoEntry: false })
  if (there?.isFile()) return path.toLowerCase().endsWith(SUFFIX) ? filesOf(path, there.size) : null
  if (!there?.isDirectory()) return null
  const [name] = readdirSync(path)
    .filter((entry) => entry.toLowerCase().endsWith(SUFFIX))
    .sort()
  const inside = name === undefined ? undefined : statSync(join(path, name), { throwIfNoEntry: false })
  return name !== undefined && inside?.isFile() ? filesOf(join(path, name), inside.size) : null
}

function filesOf(model: string, sizeBytes: number): RkllmFiles {
  return { model, folder: dirname(model), sizeBytes }
}
