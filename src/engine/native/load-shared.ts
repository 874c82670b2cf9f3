import koffi from './koffi.ts'

/** Libraries that packages take for granted and small images of Linux are without, and what brings them. */
const MISSING: readonly (readonly [sign: RegExp, fix: string])[] = [
  [/libgomp/, 'Install it: `apt install libgomp1` on Debian and Ubuntu, `dnf install libgomp` on Fedora.'],
]

/** Opens a shared library. Throws an Error that says why it can't be, and what to do about it. */
export function loadShared(file: string, options: Parameters<typeof koffi.load>[1]): ReturnType<typeof koffi.load> {
  try {
    return koffi.load(file, options)
  } catch (error) {
    throw new Error(openingFailure(file, (error as Error).message), { cause: error })
  }
}

/** @param message the system's own */
export function openingFailure(file: string, message: string): string {
  const fix = MISSING.find(([sign]) => sign.test(message))?.[1]
  return `${file} can't be opened: ${message}.${fix === undefined ? '' : ` ${fix}`}`
}
