import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isFile } from '../../../core/look.ts'
import { findLibrary } from '../../native/find-library.ts'

const NAMES: Readonly<Partial<Record<NodeJS.Platform, string>>> = { win32: 'whisper.dll', darwin: 'libwhisper.dylib' }

/** A package of `@fugood/whisper.node` for this machine, which shows libwhisper's own functions. */
const PACKAGE = `@fugood/node-whisper-${process.platform}-${process.arch}`

/**
 * Libwhisper: the user's own (`configured`: the file, or a folder with it), else the one in the package, else one that is
 * installed. Throws an Error whose message says where it looked.
 */
export function findWhisper(configured: string | null): string {
  if (configured !== null && isFile(configured)) return configured
  const packaged = configured === null ? inPackage() : null
  const name = NAMES[process.platform] ?? 'libwhisper.so'
  const install = `Install ${PACKAGE}`
  return packaged ?? findLibrary({ name, install, setting: 'whisper.library_path' }, configured)
}

function inPackage(): string | null {
  const roots = createRequire(import.meta.url).resolve.paths(PACKAGE) ?? []
  const file = roots.map((root) => join(root, PACKAGE, 'index.node')).find((each) => existsSync(each))
  // On Windows it shows nothing but its JavaScript.
  return process.platform === 'win32' ? null : (file ?? null)
}
