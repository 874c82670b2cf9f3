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
export function namedFiles(adapterFolder: string | null, scheduler: Pick<Scheduler, 'models'>): NamedFiles {
  return {
    adapter(name) {
      if (adapterFolder === null)
        throw refused('lora_path', 'is not allowed: the setting `adapter_folder` names no folder')
      const file = fileInside(adapterFolder, name) ?? fileInside(adapterFolder, `${name}.gguf`)
      if (file === null) throw refused('lora_path', `is ${quoted(name)}, which is no file of the adapter folder`)
      return file
    },
    draft(name) {
      const models = scheduler.models()
      const served = models.find(({ id }) => id === name)
      const beside = () => models.map(({ path }) => fileInside(dirname(path), name)).find((file) => file !== null)
      const file = served?.path ?? beside()
      if (file !== undefined && file !== null) return file
      throw refused(
        'spec_draft_model',
        `is ${quoted(name)}, which is neither a model served here nor a file beside one`,
      )
    },
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

function refused(param: string, complaint: string): TrivetError {
  return new TrivetError('invalid_value', { reason: `\`${param}\` ${complaint}.` }, param)
}
