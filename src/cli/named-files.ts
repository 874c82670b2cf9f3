import { closeSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NamedFiles } from '../api/fields/named-files.ts'
import { TrivetError } from '../core/errors.ts'
import type { Catalogue } from '../models/catalogue/catalogue.ts'
import { modelFile } from '../models/gguf-folder.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import { draftBeside } from './draft-beside.ts'
import { fileInside } from './file-inside.ts'
import { grammarReader } from './grammar-folder.ts'

/** Folders of the settings; `null`: nothing in any may be named. */
export interface NamedFolders {
  readonly grammarFolder: string | null
  readonly adapterFolder: string | null
}

/**
 * The files that requests may name, and no others: grammars and adapters in their folders, and models that are served
 * here or lie beside one that is.
 */
export function namedFiles(
  { grammarFolder, adapterFolder }: NamedFolders,
  scheduler: Pick<Scheduler, 'model' | 'models'>,
  catalogue: Pick<Catalogue, 'list'>,
): NamedFiles {
  return {
    grammar: grammarReader(grammarFolder),
    adapter(name, param = 'lora_path') {
      if (adapterFolder === null) throw refused(param, 'is not allowed: the setting `adapter_folder` names no folder')
      const file = fileInside(adapterFolder, name) ?? fileInside(adapterFolder, `${name}.gguf`)
      if (file === null) throw refused(param, `is ${quoted(name)}, which is no file of the adapter folder`)
      return file
    },
    draft(name, param = 'spec_draft_model') {
      const served = servedAs(name, scheduler)
      if (served !== null) return served
      for (const folder of new Set(scheduler.models().map(({ path }) => dirname(modelFile(path))))) {
        const file = fileInside(folder, name)
        if (file !== null && isGguf(file)) return file
      }
      throw refused(param, `is ${quoted(name)}, which is neither a model served here nor a GGUF file beside one`)
    },
    draftBeside(model, param = 'spec_draft_model') {
      const draft = draftBeside(catalogue, scheduler.model(model).path)
      if (draft === null) throw refused(param, `is "auto", but no draft lies beside the model ${quoted(model)}`)
      return draft
    },
  }
}

/** The file of a model by any of its names; `null` when nothing is called so. */
function servedAs(name: string, scheduler: Pick<Scheduler, 'model'>): string | null {
  try {
    return modelFile(scheduler.model(name).path)
  } catch (error) {
    if (error instanceof TrivetError && error.code === 'model_not_found') return null
    throw error
  }
}

/** What lies beside a model may be anything: an engine that is given something else tells what it found in it. */
function isGguf(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const magic = Buffer.alloc(4)
      readSync(file, magic, 0, 4, 0)
      return magic.toString('latin1') === 'GGUF'
    } finally {
      closeSync(file)
    }
  } catch {
    return false
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

function refused(param: string, complaint: string): TrivetError {
  return new TrivetError('invalid_value', { reason: `\`${param}\` ${complaint}.` }, param)
}
