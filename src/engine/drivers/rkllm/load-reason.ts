/** The runtime's log marks errors so. */
const ERROR_LINE = /^E rkllm: (.+)$/

/** What ends the process of a load, as far as it is known to. */
export const SIGNALS: Readonly<Record<string, string>> = {
  SIGILL:
    "The runtime uses instructions that this CPU doesn't have, as some builds of 1.3.0 do: use another build of it.",
  SIGSEGV:
    'The runtime does so when the NPU has no memory for another instance, and when it is of another release than rkllm.runtime_version says.',
}

/** The line that says why a load failed, in the runtime's own words. */
export function rkllmReason(lines: readonly string[]): string | null {
  return lines.map((line) => ERROR_LINE.exec(line.trim())?.[1]).findLast((reason) => reason !== undefined) ?? null
}
