/** Such as `[  12/ 291] blk.0.attn_k.weight - [64, 32, 1, 1], type = f16, …`: printed as a tensor's turn comes. */
const TURN = /^\[\s*(\d+)\/\s*(\d+)\]/

/** How far llama.cpp is, 0 to 1, by a line of its log; null when the line doesn't say. */
export function quantizeProgress(line: string): number | null {
  const [, done, total] = TURN.exec(line) ?? []
  return done === undefined || Number(total) === 0 ? null : Number(done) / Number(total)
}

/** Lines in which llama.cpp says why it can't quantize, most telling first. */
const TELLING = [
  /failed to quantize: (?<reason>.+)/,
  /(?<reason>GGML_ASSERT\(.+\) failed)/,
  /error loading model: (?<reason>.+)/,
]

/** llama.cpp's own reason, out of its log; null when it gave none. */
export function quantizeReason(log: readonly string[]): string | null {
  for (const pattern of TELLING) {
    const reason = log.map((line) => pattern.exec(line)?.groups?.reason).find((found) => found !== undefined)
    if (reason !== undefined) return reason.trim()
  }
  return null
}
