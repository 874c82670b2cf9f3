import { basename, dirname, extname } from 'node:path'
import type { ModelSource } from '../catalogue/model.ts'
import { idPart } from '../ids/id.ts'
import { isGguf, isModelFile, isOfOneRuntime } from '../made-for.ts'
import type { FoundModel } from './found.ts'
import { type WalkedFile, walk } from './walk.ts'

const MODEL_BOUNDS = { depth: 2, entries: 1_000 }

/** Exporters put a model's graph below the folder with the rest of it. */
const GRAPH_FOLDERS = ['onnx']

/** Whether a file may be a model of any engine's, or a part of one that tells whose it is. */
export function tellsOfModel(name: string): boolean {
  return isGguf(name) || isOfOneRuntime(name)
}

/**
 * Models of other runtimes than llama.cpp among these files: a file each, where a runtime's models are files, or the
 * folder that they lie in.
 * @param idOf of a file's name without its ending, or of a folder's path
 */
export async function modelsOfOneRuntime(
  files: readonly WalkedFile[],
  source: ModelSource,
  idOf: { readonly file: (stem: string) => string; readonly folder: (path: string) => string },
): Promise<readonly FoundModel[]> {
  const others = files.map(({ path }) => path).filter((path) => !isGguf(path))
  const alone = others.filter((path) => isModelFile(basename(path)))
  const folders = others.filter((path) => !alone.includes(path)).map((path) => dirname(path))
  const homes = folders.map((folder) => (GRAPH_FOLDERS.includes(basename(folder)) ? dirname(folder) : folder))
  const found = (id: string, path: string, parts: readonly string[] = []): FoundModel => {
    return { id, source, path, parts: [], others: parts, attachments: {}, invalid: null }
  }
  return [
    ...alone.map((path) => found(idOf.file(idPart(basename(path, extname(path)))), path)),
    ...(await Promise.all(
      [...new Set(homes)].map(async (path) => found(idOf.folder(path), path, await filesIn(path))),
    )),
  ]
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const { files } = await walk(folder, () => true, MODEL_BOUNDS)
  return files.map(({ path }) => path)
}
