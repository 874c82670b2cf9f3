import { readdirSync, readFileSync } from 'node:fs'

const SETTINGS = '/sys/kernel/mm/transparent_hugepage'
const NODES = '/sys/devices/system/node'

/** Kernels with pages of 64 KiB have huge ones of 512 MiB, which take too long to fill. */
const LARGEST_PAGE = 32 * 2 ** 20

/**
 * Bytes of a huge page. `null` where nothing is to be gained by them: the kernel has none, gives none to those who ask
 * (`never`), or the machine has several memories, of which weights would all come into one.
 */
export function hugePageBytes(): number | null {
  try {
    if (readFileSync(`${SETTINGS}/enabled`, 'utf8').includes('[never]')) return null
    if (readdirSync(NODES).filter((name) => /^node\d+$/.test(name)).length > 1) return null
    const bytes = Number(readFileSync(`${SETTINGS}/hpage_pmd_size`, 'utf8'))
    return bytes > 0 && bytes <= LARGEST_PAGE ? bytes : null
  } catch {
    return null
  }
}
