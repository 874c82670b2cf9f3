/** Lines in which llama.cpp and ggml say why a file can't be used, most telling first. */
const TELLING = [
  // The loader's own words, unless it only passes on that the reader failed.
  /error loading model: (?<reason>(?!llama_model_loader: failed to load model).+)/,
  // The reader's: what is wrong before what it was doing.
  /^(?:read|gguf_init_from_\w+): (?<reason>(?!failed to read).+)/,
  /gguf_init_from_\w+: (?<reason>.+)/,
  /llama_init_from_model: (?<reason>.+)/,
  /(?<reason>GGML_ASSERT\(.+\) failed)/,
  // libmtmd passes on that its encoder failed, which the driver says better.
  /error: (?<reason>(?!Failed to load CLIP model).+)/i,
  /(?<reason>failed to .+)/,
]

/** llama.cpp's own reason for a failed load, out of its log; `null` when it said nothing of the kind. */
export function loadReason(log: readonly string[]): string | null {
  for (const pattern of TELLING) {
    const reason = log.map((line) => pattern.exec(line)?.groups?.reason).find((found) => found !== undefined)
    if (reason !== undefined) return reason.trim().replace(FIRST_BYTES, 'it does not begin as a GGUF file does')
  }
  return null
}

/** What is no model may be anything, and its content is nobody's business. */
const FIRST_BYTES = /invalid magic characters: .*/
