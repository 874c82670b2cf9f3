import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'

/**
 * Takes a folder's writability away, as a read-only disk does; the returned function gives it back. `null` where that
 * can't be done: to root no mode forbids anything, and only a root with all its powers may mount.
 */
export function readOnly(folder: string): (() => void) | null {
  if (process.getuid?.() !== 0) {
    chmodSync(folder, 0o555)
    return () => chmodSync(folder, 0o755)
  }
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  try {
    mount('--bind', folder, folder)
  } catch {
    return null
  }
  const unmount = () => void execFileSync('umount', [folder], { stdio: 'ignore' })
  try {
    mount('-o', 'remount,bind,ro', folder)
    return unmount
  } catch {
    unmount()
    return null
  }
}
