import { stat } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { TrivetError } from '../../core/errors.ts'
import { idComplaint, idPart, plainModelId } from '../ids/id.ts'
import { currentSnapshot } from '../sources/huggingface.ts'

/** What may be converted here, by name. */
export interface LocalSources {
  /**
   * A folder by its absolute path, or a repository `org/repo`, which may be in the cache of Hugging Face here. Rejects
   * with `source_refused` or `invalid_value` about `model`.
   */
  folder(name: string): Promise<SourceFolder>
  /**
   * A regular file by its absolute path. Rejects with `source_refused`, or with `invalid_value` about `field` for what is
   * none or may not be named.
   */
  file(path: string, field: string): Promise<string>
}

export interface SourceFolder {
  /** Null: a repository that isn't here yet. */
  readonly path: string | null
  /** What its model is called, without a precision. */
  readonly name: string
}

export interface LocalSourcesOptions {
  /** Files of this machine are sources too. */
  readonly diskAllowed: boolean
  /** Caches of Hugging Face. */
  readonly hubs: readonly string[]
}

export function createLocalSources({ diskAllowed, hubs }: LocalSourcesOptions): LocalSources {
  function checkDisk(path: string): void {
    if (diskAllowed) return
    const reason =
      'it is on the disk of the server. The command line reads from there, or the setting `pull_from_private` allows it.'
    throw new TrivetError('source_refused', { source: path, reason })
  }

  return {
    async folder(name) {
      if (isAbsolute(name)) {
        checkDisk(name)
        const status = await stat(name).catch(() => null)
        if (!status?.isDirectory()) throw misfit('model', `There is no folder ${name}.`)
        return { path: name, name: idPart(basename(name)) }
      }
      const repository = plainModelId(name)
      if (/^[^/:]+\/[^/:]+$/.test(repository) && idComplaint(repository) === null) {
        for (const hub of hubs) {
          const path = await currentSnapshot(join(hub, `models--${repository.replace('/', '--')}`))
          if (path !== null) return { path, name: repository }
        }
        return { path: null, name: repository }
      }
      throw misfit(
        'model',
        `\`${name}\` is neither a folder's absolute path nor \`organisation/repository\` of Hugging Face.`,
      )
    },
    async file(path, field) {
      if (!isAbsolute(path)) throw misfit(field, `\`${field}\` must be an absolute path; it is \`${path}\`.`)
      checkDisk(path)
      const status = await stat(path).catch(() => null)
      if (status === null) throw misfit(field, `There is no file ${path}.`)
      if (!status.isFile()) throw misfit(field, `${path} is not a file.`)
      return path
    },
  }
}

function misfit(field: string, reason: string): TrivetError {
  return new TrivetError('invalid_value', { reason }, field)
}
