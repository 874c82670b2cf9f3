import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Flags } from '../config/layers.ts'
import { isToml, namedFile, usualFiles } from '../config/named-file.ts'
import { TrivetError } from '../core/errors.ts'
import { textOf } from '../core/open-file.ts'

/** The user's file of settings, as it is read and written. */
export interface SettingsFile {
  readonly path: string
  /** Empty where there is none yet. */
  readonly text: string
  write(text: string): void
}

/** The file that these flags and this environment have read; of none, the one in the user's folder. Throws `invalid_config`. */
export function settingsFile(flags: Flags): SettingsFile {
  const sources = { flags, env: process.env, cwd: process.cwd() }
  const named = namedFile(sources)
  if (named !== null && isToml(named)) {
    const reason = `${named.path} is LlamaPi's to change: put the model into a \`[[models]]\` table there.`
    throw new TrivetError('invalid_config', { reason })
  }
  const usual = usualFiles(sources)
  const path = named?.path ?? usual.find((file) => textOf(file) !== null) ?? usual[1]
  return {
    path,
    text: textOf(path) ?? '',
    write(text) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
  }
}
