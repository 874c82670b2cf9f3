import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import koffi from '../../../native/koffi.ts'

/** What the runtime says of itself when it is started. */
export interface Banner {
  readonly runtime: string | null
  /** Of the kernel's NPU driver. */
  readonly driver: string | null
  readonly platform: string | null
}

export function readBanner(text: string): Banner {
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? null
  return {
    runtime: find(/rkllm-runtime version:\s*v?(\d+\.\d+\.\d+)/i),
    driver: find(/rknpu driver version:\s*v?(\d+\.\d+\.\d+)/i),
    platform: find(/platform:\s*(\w+)/i),
  }
}

/** More than any release's structs take. */
const ROOM = 512

/**
 * Has the runtime introduce itself. Nothing that it exports tells its version, but it prints it before it looks for the
 * model, whose path is the first member of the parameters in every release: so it is asked for one that isn't there.
 */
export function askBanner(library: ReturnType<typeof koffi.load>): Banner {
  const init = library.func('int rkllm_init(void *handle, void *param, void *callback)')
  const [handle, param, callbacks] = [
    koffi.alloc('uint8_t', 8),
    koffi.alloc('uint8_t', ROOM),
    koffi.alloc('uint8_t', ROOM),
  ]
  for (const block of [param, callbacks]) new Uint8Array(koffi.view(block, ROOM)).fill(0)
  koffi.encode(param, 'const char *', '/nonexistent/trivet-asks-for-the-version.rkllm')
  return readBanner(whatIsWritten(() => void init(handle, param, callbacks)))
}

/** What native code writes to its standard streams meanwhile. */
function whatIsWritten(work: () => void): string {
  const libc = koffi.load(null)
  const dup = libc.func('int dup(int fd)')
  const dup2 = libc.func('int dup2(int from, int to)')
  const flush = libc.func('int fflush(void *stream)')
  const folder = mkdtempSync(join(tmpdir(), 'trivet-rkllm-'))
  const file = join(folder, 'banner')
  const target = openSync(file, 'w')
  const kept = [1, 2].map((fd) => [fd, dup(fd) as number] as const)
  try {
    for (const [fd] of kept) dup2(target, fd)
    work()
    flush(null)
  } finally {
    for (const [fd, copy] of kept) {
      dup2(copy, fd)
      closeSync(copy)
    }
    closeSync(target)
  }
  const text = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true, force: true })
  return text
}
