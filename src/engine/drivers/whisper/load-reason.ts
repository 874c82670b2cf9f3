/** Lines in which whisper.cpp says why a file can't be used; which function says so is nobody's business. */
const TELLING =
  /^whisper_\w+: (?:ERROR )?(?<reason>(?:invalid|unknown tensor|tensor '|not all|failed to (?!load model)).+)/

/** Whisper.cpp's own reason for a failed load, out of its log; `null` when it said nothing of the kind. */
export function loadReason(log: readonly string[]): string | null {
  return log.map((line) => TELLING.exec(line)?.groups?.reason).find((found) => found !== undefined) ?? null
}
