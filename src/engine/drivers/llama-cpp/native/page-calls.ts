import koffi from '../../../native/koffi.ts'

/** Linux's calls for pages of memory (`mmap(2)`, `madvise(2)`, `mremap(2)`). Addresses and sizes are bytes. */
export interface PageCalls {
  /** Memory of this process alone, empty. `null`: there is none. */
  reserve(bytes: number): number | null
  /** Has the kernel back these pages, not touched yet, with huge ones where it has any. */
  wantHuge(at: number, bytes: number): void
  /** Leaves these pages out of core dumps, as those of files are. */
  leaveUndumped(at: number, bytes: number): void
  copy(to: number, from: number, bytes: number): void
  makeReadOnly(at: number, bytes: number): void
  /**
   * Moves pages to an address, in place of what lies there. To every other thread it happens at once: one that reads
   * meanwhile waits. Whether it was done.
   */
  moveOver(to: number, from: number, bytes: number): boolean
  /** Has the kernel put pages that are in use into huge ones, where they are. It may not, or not know how. */
  collapse(at: number, bytes: number): void
  release(at: number, bytes: number): void
}

const PROT_READ = 1
const PROT_WRITE = 2
const MAP_PRIVATE = 0x02
const MAP_ANONYMOUS = 0x20
const MADV_HUGEPAGE = 14
const MADV_DONTDUMP = 16
const MADV_COLLAPSE = 25
const MREMAP_MAYMOVE = 1
const MREMAP_FIXED = 2

/** `MAP_FAILED` as an unsigned address is far beyond any that a program may have. */
const HIGHEST_ADDRESS = 2 ** 48

/** `null` where there is no such thing: not Linux, or a processor whose constants are others. */
export function openPageCalls(): PageCalls | null {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return null
  const libc = koffi.load(null)
  const mmap = libc.func(
    'uintptr_t mmap(uintptr_t at, size_t bytes, int protection, int flags, int fd, int64_t offset)',
  )
  const madvise = libc.func('int madvise(uintptr_t at, size_t bytes, int advice)')
  const memcpy = libc.func('uintptr_t memcpy(uintptr_t to, uintptr_t from, size_t bytes)')
  const mprotect = libc.func('int mprotect(uintptr_t at, size_t bytes, int protection)')
  const mremap = libc.func('uintptr_t mremap(uintptr_t from, size_t bytes, size_t size, int flags, uintptr_t to)')
  const munmap = libc.func('int munmap(uintptr_t at, size_t bytes)')
  return {
    reserve(bytes) {
      const at = Number(mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      return at < HIGHEST_ADDRESS ? at : null
    },
    wantHuge: (at, bytes) => void madvise(at, bytes, MADV_HUGEPAGE),
    leaveUndumped: (at, bytes) => void madvise(at, bytes, MADV_DONTDUMP),
    copy: (to, from, bytes) => void memcpy(to, from, bytes),
    makeReadOnly: (at, bytes) => void mprotect(at, bytes, PROT_READ),
    moveOver: (to, from, bytes) => Number(mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to)) === to,
    collapse: (at, bytes) => void madvise(at, bytes, MADV_COLLAPSE),
    release: (at, bytes) => void munmap(at, bytes),
  }
}
