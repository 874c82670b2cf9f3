/** What was logged longer before the end was about something else. */
export const LAST_WORDS_MS = 3000

/** How runtimes, the C++ library and Node put it. */
const TELLING =
  /assert|abort|terminate|what\(\):|fatal|panic|exception|uncaught|error|fail|out of memory|illegal|invalid/i

/** A line of a backtrace: it follows what is told, and names functions such as `ggml_abort`. */
const STACK_FRAME = /^\s*#\d+\s|\+0x[\da-f]+|\[0x[\da-f]+\]|^\s+at /i

/**
 * Of the lines a child logged shortly before its end, the last that looks like a reason; empty when none does. A driver
 * knows which lines its runtime prints in ordinary work.
 */
export function lastWords(lines: readonly string[], isOrdinary: (line: string) => boolean): string {
  const isReason = (line: string) => TELLING.test(line) && !STACK_FRAME.test(line) && !isOrdinary(line)
  return lines.findLast(isReason)?.trim() ?? ''
}
