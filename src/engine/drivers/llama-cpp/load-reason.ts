/** Lines in which llama.cpp and ggml say why a file can't be used, most telling first. */
const TELLING = [
  /error loading model: (?<reason>.+)/,
  /failed to load model: (?<reason>.+)/,
  /gguf_init_from_\w+: (?<reason>.+)/,
  /llama_init_from_model: (?<reason>.+)/,
  /(?<reason>GGML_ASSERT\(.+\) failed)/,
  /error: (?<reason>.+)/i,
  /(?<reason>failed to .+)/,
]

/** llama.cpp's own reason for a failed load, out of its log; `null` when it said nothing of the kind. */
export function loadReason(log: readonly string[]): string | null {
  for (const pattern of TELLING) {
    const reason = log.map((line) => pattern.exec(line)?.groups?.reason).find((found) => found !== undefined)
    if (reason !== undefined) return reason.trim()
  }
  return null
}
