import { accessSync, constants, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TrivetError } from '../core/errors.ts'

/** A file that a command was told to write its findings into. */
export interface OutputFile {
  /** Throws `invalid_value` in words where it can't be written. */
  write(content: string | Uint8Array): void
}

export interface OutputOptions {
  /** A file that is there already is refused, not replaced. */
  readonly fresh?: boolean
  /** Of a file that is made. Default: as the system has it. */
  readonly mode?: number
}

/**
 * Looks before the work whether the file can be written after it; makes nothing yet. Throws `invalid_value` where not.
 * @param option as it was given: `--svg`
 */
export function outputFile(option: string, file: string, { fresh = false, mode }: OutputOptions = {}): OutputFile {
  const obstacle = obstacleOf(path.resolve(file), fresh)
  if (obstacle !== null) throw unwritable(obstacle)
  return {
    write(content) {
      try {
        writeFileSync(file, content, { flag: fresh ? 'wx' : 'w', ...(mode !== undefined && { mode }) })
      } catch (error) {
        throw unwritable(obstacleOf(path.resolve(file), fresh) ?? (error as Error).message)
      }
    },
  }

  function unwritable(reason: string): TrivetError {
    return new TrivetError('invalid_value', { reason: `${option} ${file}: ${reason}.` })
  }
}

/** `null`: none is seen. */
function obstacleOf(file: string, fresh: boolean): string | null {
  const folder = path.dirname(file)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return `there is no folder ${folder}`
  const known = statSync(file, { throwIfNoEntry: false })
  if (known?.isDirectory()) return 'that is a folder; name a file'
  if (known !== undefined && fresh) return 'there is such a file; name another'
  const written = known === undefined ? folder : file
  try {
    accessSync(written, constants.W_OK)
    return null
  } catch {
    return `${written} may not be written`
  }
}
