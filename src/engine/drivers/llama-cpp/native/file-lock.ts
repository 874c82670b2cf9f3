import koffi from '../../../native/koffi.ts'

/** A lock that one of all who have opened a file may hold (`flock(2)`); it goes when its holder's process ends. */
export interface FileLock {
  /** Whether it is held now: it never waits. */
  tryTake(): boolean
  give(): void
}

const LOCK_EX = 2
const LOCK_NB = 4
const LOCK_UN = 8

/** Locks on open files. `null` where there are none (Windows). */
export function openFileLocks(): ((descriptor: number) => FileLock) | null {
  if (process.platform === 'win32') return null
  const flock = koffi.load(null).func('int flock(int descriptor, int operation)')
  return (descriptor) => ({
    tryTake: () => flock(descriptor, LOCK_EX | LOCK_NB) === 0,
    give: () => void flock(descriptor, LOCK_UN),
  })
}
