import type { PageCalls } from '../native/page-calls.ts'
import type { Range } from './ranges.ts'

/**
 * Puts a copy in huge pages in place of a range of whole huge pages, at the same addresses. False when there is no
 * memory for it: the range is as it was.
 */
export function moveToHugePages(calls: PageCalls, { start, end }: Range, pageBytes: number): boolean {
  const bytes = end - start
  const reserved = calls.reserve(bytes + pageBytes)
  if (reserved === null) return false
  // Huge pages begin at multiples of their size.
  const copy = Math.ceil(reserved / pageBytes) * pageBytes
  if (copy > reserved) calls.release(reserved, copy - reserved)
  calls.release(copy + bytes, reserved + pageBytes - copy)
  calls.wantHuge(copy, bytes)
  calls.leaveUndumped(copy, bytes)
  calls.copy(copy, start, bytes)
  calls.makeReadOnly(copy, bytes)
  if (calls.moveOver(start, copy, bytes)) return true
  calls.release(copy, bytes)
  return false
}
