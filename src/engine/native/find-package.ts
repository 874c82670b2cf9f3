import { readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'

/** An installed npm package. */
export interface FoundPackage {
  readonly name: string
  readonly version: string
  /** What to import. */
  readonly entry: string
}

/**
 * The first of these packages that is installed: in the user's own folder (`configured`: the package's, or one that it is
 * installed in), else beside Trivet. `null`: none is. Throws an Error in words for one that needs a newer Node.
 */
export function findPackage(names: readonly string[], configured: string | null): FoundPackage | null {
  const folder = configured === null ? null : realFolder(configured)
  // Where a package's own folder is named, it is found from the one that it is installed in.
  const bases = folder === null ? [import.meta.url] : [join(folder, 'x'), join(folder, '..', '..', 'x')]
  for (const base of bases) {
    for (const name of names) {
      const entry = resolved(base, name)
      const meant = entry !== null && (folder === null || entry.startsWith(join(folder, sep)))
      if (meant) return { name, entry, version: usableVersion(entry, name) }
    }
  }
  return null
}

/** As its files are told: without links in between. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

function resolved(base: string, name: string): string | null {
  try {
    return createRequire(base).resolve(name)
  } catch {
    return null
  }
}

/** The entry lies somewhere below the package's own folder. Throws an Error in words as `findPackage` does. */
function usableVersion(entry: string, name: string): string {
  const folder = entry.slice(0, entry.lastIndexOf(join(name, sep)) + name.length)
  const { version, engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Description
  const [, least] = /^>=\s*(\d+)/.exec(engines?.node ?? '') ?? []
  if (Number(least ?? 0) <= Number.parseInt(process.versions.node, 10)) return version
  throw new Error(`${name} ${version} needs Node ${least} or newer, and this is ${process.versions.node}. Update Node.`)
}

interface Description {
  readonly version: string
  readonly engines?: { readonly node?: string }
}
