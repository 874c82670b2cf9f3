import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import koffi from '../../../native/koffi.ts'

/** What Genie opens by name alone, of the same folder; whatever is open already is found. */
const COMPANIONS = ['libQnnSystem.so', 'libQnnHtp.so', 'libQnnHtpNetRunExtensions.so']

/** Opens Genie, so that it finds the rest of QAIRT where it lies itself, and the DSP its own part of it. */
export function openGenie(file: string): ReturnType<typeof koffi.load> {
  const folder = dirname(file)
  // The DSP's loader reads it when it is first used.
  process.env.ADSP_LIBRARY_PATH ??= folder
  for (const name of COMPANIONS) {
    const companion = join(folder, name)
    if (existsSync(companion)) koffi.load(companion)
  }
  return koffi.load(file)
}

/** As it tells of itself: `1.17.0`. */
export function genieVersion(library: ReturnType<typeof koffi.load>): string {
  const parts = ['Major', 'Minor', 'Patch'].map((part) => library.func(`uint32_t Genie_getApi${part}Version()`)())
  return parts.join('.')
}
