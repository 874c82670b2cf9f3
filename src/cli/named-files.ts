import { closeSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NamedFiles } from '../api/engine-fields.ts'
import { TrivetError } from '../core/errors.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import { fileInside } from './file-inside.ts'

/**
 * The files that requests may name, and no others: adapters in their folder, and models that are served here or lie
 * beside one that is.
 * @param adapterFolder `null`: no adapter may be named
 */
export function namedFiles(adapterFolder: string | null, scheduler: Pick<Scheduler, 'model' | 'models'>): NamedFiles {
  return {
    adapter(name, param = 'lora_path') {
      if (adapterFolder === null) throw refused(param, 'is not allowed: the setting `adapter_folder` names no folder')
      const file = fileInside(adapterFolder, name) ?? fileInside(adapterFolder, `${name}.gguf`)
      if (file === null) throw refused(param, `is ${quoted(name)}, which is no file of the adapter folder`)
      return file
    },
    draft(name, param = 'spec_draft_model') {
      const served = servedAs(name, scheduler)
      if (served !== null) return served
      for (const folder of new Set(scheduler.models().map(({ path }) => dirname(path)))) {
        const file = fileInside(folder, name)
        if (file !== null && isGguf(file)) return file
      }
      throw refused(param, `is ${quoted(name)}, which is neither a model served here nor a GGUF file beside one`)
    },
  }
}

/** The file of a model by any of its names; `null` when nothing is called so. */
function servedAs(name: string, scheduler: Pick<Scheduler, 'model'>): string | null {
  try {
    return scheduler.model(name).path
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
