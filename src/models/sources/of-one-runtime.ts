import { basename, dirname } from 'node:path'
import { idPart } from '../ids/id.ts'
import type { FoundModel } from './found.ts'
import { walk } from './walk.ts'

const MODEL_BOUNDS = { depth: 2, entries: 1_000 }

/** Exporters put a model's graph below the folder with the rest of it. */
const GRAPH_FOLDERS = ['onnx']

/** The models in folders that hold files of one runtime's: each folder is one. */
export async function foldersOfModels(folders: readonly string[]): Promise<readonly FoundModel[]> {
  const homes = folders.map((folder) => (GRAPH_FOLDERS.includes(basename(folder)) ? dirname(folder) : folder))
  return Promise.all([...new Set(homes)].map(modelIn))
}

async function modelIn(path: string): Promise<FoundModel> {
  const { files } = await walk(path, () => true, MODEL_BOUNDS)
  return {
    id: idPart(basename(path)),
    source: 'folder',
    path,
    parts: [],
    others: files.map((file) => file.path),
    attachments: {},
    invalid: null,
  }
}
