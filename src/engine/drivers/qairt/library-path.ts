import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findLibrary } from '../../native/find-library.ts'

const NAME = process.platform === 'win32' ? 'Genie.dll' : 'libGenie.so'

/** A package that carries it, beside a binding that is not used here. */
const PACKAGE = `@fugood/node-qnn-llm-${process.platform}-${process.arch}`

/** Throws an Error whose message says where it looked. */
export function findGenie(configured: string | null): string {
  const install = "Install Qualcomm's QAIRT, whose Genie it is part of, or GenieX (qairt.server_path)"
  const packaged = configured === null ? inPackage() : null
  return packaged ?? findLibrary({ name: NAME, install, setting: 'qairt.library_path' }, configured)
}

function inPackage(): string | null {
  try {
    const file = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), NAME)
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}
