import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { TrivetError } from '../core/errors.ts'

/** A grammar is text that people write; what is larger is something else. */
const MAX_BYTES = 1024 * 1024

/**
 * Reads grammars by their path in this folder, and nothing outside it, whatever the path or a link in the folder says.
 * The reader throws `invalid_value` about `grammar_path`.
 * @param folder `null`: there is none, so that every path is refused
 */
export function grammarReader(folder: string | null): (name: string) => string {
  return (name) => {
    if (folder === null) throw refused('is not allowed: the setting `grammar_folder` names no folder')
    const file = fileInside(folder, name)
    if (file === null) throw refused(`is ${JSON.stringify(name)}, which is no grammar file of this server`)
    return readFileSync(file, 'utf8')
  }
}

/** The real path of a file that is really inside; `null` for anything else. */
function fileInside(folder: string, name: string): string | null {
  try {
    const root = realpathSync(folder)
    const file = realpathSync(path.resolve(root, name))
    const status = statSync(file)
    const inside = file.startsWith(root + path.sep)
    return inside && status.isFile() && status.size <= MAX_BYTES ? file : null
  } catch {
    return null
  }
}

function refused(complaint: string): TrivetError {
  return new TrivetError('invalid_value', { reason: `\`grammar_path\` ${complaint}.` }, 'grammar_path')
}
