import { accessSync, constants, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * A machine's files, wherever it is mounted: all that the probes look at. Paths begin without a slash. Nothing here
 * throws; what can't be read isn't there, and `denied` tells the difference.
 */
export interface MachineFiles {
  /** Trimmed; `null`: it can't be read. */
  text(path: string): string | null
  /** Names in a folder, sorted; none where there is no such folder. */
  list(path: string): readonly string[]
  exists(path: string): boolean
  /** Last part of what a link points to, which sysfs names drivers by; `null`: it is no link. */
  linkName(path: string): string | null
  /** It is there, and this user may not read it (a file), list it (a folder) or use it (a device). */
  denied(path: string): boolean
}

export function filesUnder(root: string): MachineFiles {
  const attempt = <T>(action: () => T): T | null => {
    try {
      return action()
    } catch {
      return null
    }
  }
  return {
    text: (path) => attempt(() => readFileSync(join(root, path), 'utf8').trim()),
    list: (path) => attempt(() => readdirSync(join(root, path)).sort()) ?? [],
    exists: (path) => attempt(() => accessSync(join(root, path))) !== null,
    linkName: (path) => attempt(() => basename(readlinkSync(join(root, path)))),
    denied(path) {
      const device = path.startsWith('dev/')
      try {
        accessSync(join(root, path), device ? constants.R_OK | constants.W_OK : constants.R_OK)
        return false
      } catch (error) {
        return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')
      }
    },
  }
}

/** A whole number in a file, decimal or `0x…`; `null`: there is none. */
export function numberIn(files: MachineFiles, path: string): number | null {
  const text = files.text(path)
  return text !== null && /^(\d+|0x[0-9a-f]+)$/i.test(text) ? Number(text) : null
}
