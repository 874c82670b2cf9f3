import { readFileSync, statSync } from 'node:fs'
import { TrivetError } from '../core/errors.ts'
import { fileInside } from './file-inside.ts'

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
    if (file === null || statSync(file).size > MAX_BYTES)
      throw refused(`is ${JSON.stringify(name)}, which is no grammar file of this server`)
    return readFileSync(file, 'utf8')
  }
}

function refused(complaint: string): TrivetError {
  return new TrivetError('invalid_value', { reason: `\`grammar_path\` ${complaint}.` }, 'grammar_path')
}
